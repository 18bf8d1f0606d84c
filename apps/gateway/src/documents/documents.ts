import { withNonce } from '@towpath/http';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pageRoute, readPage } from '../pages/page-files.js';

interface DocumentsOptions {
  /** Folder of the built site and reference. */
  readonly folder: string;
  readonly openApiFile: string;
}

const NONCE_BYTES = 18;
const ASSETS = [
  'reference.css',
  'reference.js',
  'reference-document.js',
  'scalar.css',
  'scalar.js',
  'style-nonces.js',
];

/** Scalar sets styles on its elements: these attributes stay allowed, and no other styles inside. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Serves the OpenAPI document at `/openapi.json`, and the reference that shows it at `/docs`. */
export function registerDocuments(server: FastifyInstance, options: DocumentsOptions): void {
  const { openApiFile } = options;
  const folder = resolve(options.folder, 'reference');
  pageRoute(server, '/openapi.json', async (_request, reply) => {
    const document = await readPage(openApiFile, 'This document has not been generated.');
    reply.header('x-content-type-options', 'nosniff');
    return reply.type('application/json; charset=utf-8').send(document);
  });
  pageRoute(server, '/docs', async (_request, reply) => {
    const html = await readPage(join(folder, 'index.html'), 'The reference has not been built.');
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({ ...HEADERS, 'content-security-policy': policyOf(nonce) })
      .send(withNonce(html, { nonce }));
  });
  for (const asset of ASSETS) {
    pageRoute(server, `/docs/assets/${asset}`, (_request, reply) => {
      reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
      return reply.sendFile(asset, folder);
    });
  }
}
