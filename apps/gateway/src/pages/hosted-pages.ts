import fastifyStatic from '@fastify/static';
import type { RouteAccess } from '@towpath/http';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface HostedPagesOptions {
  /** Folder of the built pages. */
  readonly folder: string;
  /** Origins whose card fields may be framed. */
  readonly cardFieldsOrigins: readonly string[];
}

const ASSET_MAX_AGE_S = 31_536_000;

/**
 * Serves the hosted pages under `/hosted/`. The page itself is never cached and may not be framed;
 * its scripts and styles carry their hash in the name and are cached for ever.
 */
export function registerHostedPages(server: FastifyInstance, options: HostedPagesOptions): void {
  const folder = resolve(options.folder);
  const page = join(folder, 'index.html');
  const headers = pageHeaders(options.cardFieldsOrigins);
  server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    serve: false,
    cacheControl: false,
  });
  const pagePath = '/hosted/pay';
  server.route({
    method: 'GET',
    url: pagePath,
    config: { access: open(pagePath) },
    handler: (_request, reply) => {
      if (!existsSync(page)) return reply.code(503).send('The hosted pages are not built.');
      return reply.headers(headers).type('text/html; charset=utf-8').send(readFileSync(page));
    },
  });
  const assetPath = '/hosted/assets/:file';
  server.route<{ Params: { file: string } }>({
    method: 'GET',
    url: assetPath,
    config: { access: open(assetPath) },
    handler: (request, reply) =>
      reply
        .header('cache-control', `public, max-age=${ASSET_MAX_AGE_S}, immutable`)
        .sendFile(request.params.file),
  });
}

function open(path: string): RouteAccess {
  return { kind: 'public', method: 'GET', path, envelope: 'E3' };
}

function pageHeaders(cardFieldsOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "connect-src 'self'",
    `frame-src ${cardFieldsOrigins.length > 0 ? cardFieldsOrigins.join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}
