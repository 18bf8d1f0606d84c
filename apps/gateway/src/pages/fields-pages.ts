import { fieldsHeaders, withPageOrigin, type FieldsPage } from '@towpath/http';
import type { FastifyInstance } from 'fastify';
import { join, resolve } from 'node:path';
import type { FrameAncestors } from './frame-ancestors.js';
import { pageRoute, readPage, sendAsset } from './page-files.js';

interface FieldsPagesOptions {
  readonly pages: readonly FieldsPage[];
  /** Folder of the built pages. */
  readonly folder: string;
  /** Origin of the hosted pages: the fields send messages to it only. */
  readonly pageOrigin: string;
  /** The sites that may frame the payment page, of every frame around it. */
  readonly frameAncestors: Pick<FrameAncestors, 'ofPage'>;
  /** Whether browsers reach the fields by https. */
  readonly overHttps: boolean;
}

/**
 * Serves the card fields of processors under `/fields/`, each with a policy of its own. The script of
 * a processor runs there, which is why no hosted page has their origin.
 */
export function registerFieldsPages(server: FastifyInstance, options: FieldsPagesOptions): void {
  const { pageOrigin, overHttps } = options;
  const folder = resolve(options.folder);
  for (const page of options.pages) {
    const file = join(folder, page.file);
    pageRoute(server, `/fields/${page.name}`, async (request, reply) => {
      const around = await options.frameAncestors.ofPage(request.query);
      const frameAncestors = [pageOrigin, ...around];
      const html = await readPage(file);
      return reply
        .headers(fieldsHeaders(page, { frameAncestors, overHttps }))
        .type('text/html; charset=utf-8')
        .send(withPageOrigin(html, { pageOrigin }));
    });
  }
  pageRoute(server, '/fields/assets/:file', (request, reply) =>
    sendAsset(reply, { folder, file: request.params.file ?? '' }),
  );
}
