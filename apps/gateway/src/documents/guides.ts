import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DomainError } from '@towpath/kernel';
import { pageRoute, sendAsset } from '../pages/page-files.js';

const PLACE = '/guides/';

/** The one sheet that the theme of the site adds: it stops transitions while the colours change. */
const STILL = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/** The theme sets styles on elements; scripts and other styles are files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${STILL}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the built site of the documents under `/guides/`. */
export function registerGuides(server: FastifyInstance, folder: string): void {
  const site = resolve(folder, 'site');
  pageRoute(server, '/guides', (_request, reply) => reply.redirect(PLACE, 307));
  pageRoute(server, `${PLACE}reference`, (_request, reply) => reply.redirect('/docs', 307));
  pageRoute(server, `${PLACE}assets/*`, (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    return sendAsset(reply, { folder: site, file: request.params['*'] ?? '' });
  });
  pageRoute(server, `${PLACE}*`, (request, reply) =>
    sendPage(reply.headers(HEADERS), { site, path: request.params['*'] ?? '' }),
  );
}

/** Addresses of pages have no ending: `/guides/integrators/payments`. A style sheet has one. */
function sendPage(
  reply: FastifyReply,
  { site, path }: { readonly site: string; readonly path: string },
): FastifyReply {
  if (!existsSync(join(site, 'index.html'))) {
    throw new DomainError('SERVICE_UNAVAILABLE', 'The guides have not been built.');
  }
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`;
  const file = path.endsWith('.css') ? path : page;
  const isThere = /^[\w/-]+\.(html|css)$/.test(file) && existsSync(join(site, file));
  return reply.code(isThere ? 200 : 404).sendFile(isThere ? file : '404.html', site);
}
