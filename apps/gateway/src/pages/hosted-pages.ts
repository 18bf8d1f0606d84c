import fastifyStatic from '@fastify/static';
import { pageHeaders } from '@towpath/http';
import type { FastifyInstance } from 'fastify';
import { join, resolve } from 'node:path';
import type { FrameAncestors } from './frame-ancestors.js';
import { pageRoute, readPage, sendAsset } from './page-files.js';

const PLACE = 'name="embedding-origins" content=""';

interface HostedPagesOptions {
  /** Folder of the built pages. */
  readonly folder: string;
  /** Whether browsers reach the pages by https. */
  readonly overHttps: boolean;
  /** Origins whose card fields may be framed. */
  readonly cardFieldsOrigins: readonly string[];
  /** The sites that may frame each page. */
  readonly frameAncestors: Readonly<Record<HostedPage, Pick<FrameAncestors, 'ofPage'>>>;
}

type HostedPage = 'pay' | 'mandate' | 'link';

/** The built file of each page. */
const FILES: Readonly<Record<HostedPage, string>> = {
  pay: 'index.html',
  mandate: 'mandate.html',
  link: 'link.html',
};

const PAGES: readonly HostedPage[] = ['pay', 'mandate', 'link'];

const DAY_S = 86_400;

/**
 * Serves the hosted pages under `/hosted/`. A page itself is never cached, and framed only by the
 * sites of the app and of the link that it shows; its scripts and styles carry their hash in the
 * name and are cached for ever.
 */
export function registerHostedPages(server: FastifyInstance, options: HostedPagesOptions): void {
  const folder = resolve(options.folder);
  const { cardFieldsOrigins, overHttps } = options;
  server.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  });
  for (const page of PAGES) {
    const file = join(folder, FILES[page]);
    pageRoute(server, `/hosted/${page}`, async (request, reply) => {
      const frameAncestors = await options.frameAncestors[page].ofPage(request.query);
      // A bank link ends with a form to one of the sites that may frame it.
      const formTargets = page === 'link' ? frameAncestors : [];
      return reply
        .headers(pageHeaders({ cardFieldsOrigins, frameAncestors, formTargets, overHttps }))
        .type('text/html; charset=utf-8')
        .send(withNamedOrigins(await readPage(file), frameAncestors));
    });
  }
  pageRoute(server, '/hosted/icon.svg', (_request, reply) =>
    reply.sendFile('icon.svg', folder, { cacheControl: true, maxAge: DAY_S * 1_000 }),
  );
  pageRoute(server, '/hosted/assets/:file', (request, reply) =>
    sendAsset(reply, { folder, file: request.params.file ?? '' }),
  );
}

/**
 * The page with the origins that may frame it in its head; it sends messages only to them. A policy
 * accepts these origins, so they contain no character that ends the attribute.
 */
function withNamedOrigins(page: string, origins: readonly string[]): string {
  return page.replace(PLACE, `name="embedding-origins" content="${origins.join(' ')}"`);
}
