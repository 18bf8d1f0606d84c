import { consoleHeaders, withNonce, type RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readPage, sendAsset } from '../pages/page-files.js';
import { CONSOLE_PAGE } from '../routing/origins.js';

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

interface ConsolePagesOptions {
  /** Folder of the built console. */
  readonly folder: string;
  /** The console's own origin. */
  readonly origin: URL;
}

const NONCE_BYTES = 18;
const HOUR_MS = 3_600_000;
/** Of files and operations, never of the page. */
const FOLDER = '/console/';

/**
 * Serves the console's page at the console's host: one file, whose script reads the rest of the
 * address. Each answer has a nonce of its own. Scripts carry their hash in the name and are cached
 * for ever.
 */
export function registerConsolePages(server: FastifyInstance, options: ConsolePagesOptions): void {
  const folder = resolve(options.folder);
  const { host, protocol } = options.origin;
  const overHttps = protocol === 'https:';
  const page: Handler = async ({ url }, reply) => {
    if (url.startsWith(FOLDER)) throw new DomainError('ROUTE_NOT_FOUND', 'There is no such path.');
    const html = await readPage(join(folder, 'index.html'));
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers(consoleHeaders({ nonce, overHttps }))
      .type('text/html; charset=utf-8')
      .send(withNonce(html, { nonce }));
  };
  const serve = (path: string, handler: Handler) => {
    const access: RouteAccess = { kind: 'public', method: 'GET', path, envelope: 'E3' };
    const constraints = { host };
    server.route({ method: 'GET', url: path, constraints, config: { access }, handler });
  };
  for (const path of CONSOLE_PAGE) serve(path, page);
  serve(`${FOLDER}icon.svg`, (_request, reply) =>
    reply.sendFile('icon.svg', folder, { cacheControl: true, maxAge: HOUR_MS }),
  );
  serve(`${FOLDER}assets/:file`, ({ params }, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    return sendAsset(reply, { folder, file: (params as { file: string }).file });
  });
}
