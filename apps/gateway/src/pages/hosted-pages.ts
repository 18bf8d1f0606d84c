import fastifyStatic from '@fastify/static';
import type { RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FrameAncestors } from './frame-ancestors.js';
import { pageHeaders } from './page-headers.js';

export interface HostedPagesOptions {
  /** Folder of the built pages. */
  readonly folder: string;
  /** Origins whose card fields may be framed. */
  readonly cardFieldsOrigins: readonly string[];
  readonly frameAncestors: Pick<FrameAncestors, 'ofLink'>;
}

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

/**
 * Serves the hosted pages under `/hosted/`. The page itself is never cached, and framed only by the
 * sites of the app whose link it shows; its scripts and styles carry their hash in the name and are
 * cached for ever.
 */
export function registerHostedPages(server: FastifyInstance, options: HostedPagesOptions): void {
  const folder = resolve(options.folder);
  const { cardFieldsOrigins } = options;
  server.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
  get(server, '/hosted/pay', async (request, reply) => {
    const frameAncestors = await options.frameAncestors.ofLink(request.query.token);
    return reply
      .headers(pageHeaders({ cardFieldsOrigins, frameAncestors }))
      .type('text/html; charset=utf-8')
      .send(await readPage(join(folder, 'index.html')));
  });
  get(server, '/hosted/icon.svg', (_request, reply) =>
    reply.sendFile('icon.svg', folder, { cacheControl: true, maxAge: DAY_S * 1_000 }),
  );
  get(server, '/hosted/assets/:file', (request, reply) =>
    reply.sendFile(request.params.file ?? '', join(folder, 'assets'), {
      cacheControl: true,
      immutable: true,
      maxAge: YEAR_S * 1_000,
    }),
  );
}

interface PageRoute {
  Params: { file?: string };
  /** As the browser wrote it: a list when it is given twice. */
  Querystring: { token?: unknown };
}

type PageHandler = (
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function get(server: FastifyInstance, path: string, handler: PageHandler): void {
  const access: RouteAccess = { kind: 'public', method: 'GET', path, envelope: 'E3' };
  server.route<PageRoute>({
    method: 'GET',
    url: path,
    config: { access },
    handler: (request, reply) => handler(request, reply as FastifyReply),
  });
}

/** Read for each view, so that a new build is served without a restart. */
async function readPage(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DomainError('SERVICE_UNAVAILABLE', 'The hosted pages have not been built.');
  }
}
