import type { TokenUse } from '@towpath/contracts';
import type { RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Origins {
  /** PUBLIC_API_URL */
  readonly api: URL;
  /** PUBLIC_PAGES_URL */
  readonly pages: URL;
}

const PAGES_FOLDER = '/hosted/';
/** The keys that pages encrypt to. */
const KEY_SETS = ['getCredSubmitJwks', 'getPaymentsJwks'];
const PAGE_TOKENS: ReadonlySet<TokenUse> = new Set(['hosted_link', 'mandate_link', 'payment_link']);

/**
 * Keeps the documents and the API away from the origin of the hosted pages, where payers type. Keeps
 * the pages away from the origin of the API. Does nothing if both are one host. A host that is
 * neither is an address inside of the network, or a proxy that does not pass the host on.
 */
export function separateOrigins(server: FastifyInstance, origins: Origins): void {
  const { api, pages } = origins;
  if (api.host === pages.host) return;
  server.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (!access || (access.kind !== 'public' && access.kind !== 'operation')) return;
    const isOfPages = access.path.startsWith(PAGES_FOLDER);
    if (isOfPages && isFor(api, request)) {
      // Links that were sent before the two were separated still lead to their page.
      const target = `${pages.origin}${request.url}`;
      return reply.header('referrer-policy', 'no-referrer').redirect(target, 307);
    }
    if (isOfPages || isCalledByPages(access) || !isFor(pages, request)) return;
    throw new DomainError(
      'ROUTE_NOT_FOUND',
      `Only hosted pages are here: the API is at ${api.origin}.`,
    );
  });
}

function isFor(url: URL, { headers }: FastifyRequest): boolean {
  const named = `${url.protocol}//${headers.host ?? ''}`;
  return URL.canParse(named) && new URL(named).host === url.host;
}

/** What the hosted pages call, and the ways of a browser to a bank and back. */
function isCalledByPages({ operation }: RouteAccess): boolean {
  if (!operation) return false;
  const { id, area, kinds } = operation;
  if (area.startsWith('Hosted ') || KEY_SETS.includes(id)) return true;
  return kinds !== 'public' && kinds.some((kind) => PAGE_TOKENS.has(kind));
}
