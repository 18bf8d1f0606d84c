import type { RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageQuery } from './embedded-link.js';

const YEAR_S = 31_536_000;

interface PageRoute {
  Params: { file?: string; '*'?: string };
  /** The query as the browser sent it: a repeated name gives a list. */
  Querystring: PageQuery;
}

type PageHandler = (
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** A route that everybody may ask for. */
export function pageRoute(server: FastifyInstance, path: string, handler: PageHandler): void {
  const access: RouteAccess = { kind: 'public', method: 'GET', path, envelope: 'E3' };
  server.route<PageRoute>({
    method: 'GET',
    url: path,
    config: { access },
    handler: (request, reply) => handler(request, reply as FastifyReply),
  });
}

/** Read for each view, so that a new build is served without a restart. */
export async function readPage(
  file: string,
  missing = 'The hosted pages have not been built.',
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DomainError('SERVICE_UNAVAILABLE', missing);
  }
}

/** A file that carries its hash in its name, to be cached for ever. */
export function sendAsset(
  reply: FastifyReply,
  { folder, file }: { readonly folder: string; readonly file: string },
): FastifyReply {
  return reply.sendFile(file, join(folder, 'assets'), {
    cacheControl: true,
    immutable: true,
    maxAge: YEAR_S * 1_000,
  });
}
