import type { TokenUse } from '@towpath/contracts';
import type { RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origins } from '../gateway.config.js';

const PAGES_FOLDER = '/hosted/';
const FIELDS_FOLDER = '/fields/';
const CONSOLE_FOLDER = '/console';
/** The page of the console and all addresses inside it, at its host only. */
export const CONSOLE_PAGE = ['/', '/*'];
/** The keys that pages encrypt to. */
const KEY_SETS = ['getCredSubmitJwks', 'getPaymentsJwks'];
const PAGE_TOKENS: ReadonlySet<TokenUse> = new Set(['hosted_link', 'mandate_link', 'payment_link']);

/**
 * Keeps the documents and the API away from the origin of the hosted pages, where payers type, with
 * or without a token; unless both are one host. The card fields are on their own origin only, and
 * nothing else is. So it is with the console, which no other host answers. A host that is none of
 * these is an address inside of the network, or a proxy that does not pass the host on.
 */
export function hostCheck(origins: Origins): (request: FastifyRequest) => void {
  return (request) => {
    const access = publicAccessOf(request);
    const reason = access && refusalOf(origins, { request, access });
    if (reason) throw new DomainError('ROUTE_NOT_FOUND', reason);
  };
}

function refusalOf(
  { api, pages, fields, console }: Origins,
  { request, access }: { readonly request: FastifyRequest; readonly access: RouteAccess },
): string | undefined {
  if (console && isFor(console, request)) {
    const isHere = isOfConsole(access) || CONSOLE_PAGE.includes(access.path);
    return isHere ? undefined : 'Only the console is here.';
  }
  if (isOfConsole(access)) return 'The console has an origin of its own.';
  const isAtPages = isFor(pages, request);
  if (fields && isFor(fields, request)) {
    return isOfFields(access) ? undefined : 'Only card fields are here.';
  }
  if (isOfFields(access)) {
    const isElsewhere = isAtPages || isFor(api, request);
    return isElsewhere ? 'The card fields have an origin of their own.' : undefined;
  }
  if (api.host === pages.host || !isAtPages) return undefined;
  if (isOfPages(access) || isCalledByPages(access)) return undefined;
  return `Only hosted pages are here: the API is at ${api.origin}.`;
}

/** Leads from the host of the API to the hosted pages: links that were sent before still work. */
export function redirectPages(server: FastifyInstance, { api, pages }: Origins): void {
  if (api.host === pages.host) return;
  server.addHook('onRequest', (request, reply, proceed) => {
    const access = publicAccessOf(request);
    if (!access || !isOfPages(access) || !isFor(api, request)) return proceed();
    const target = `${pages.origin}${request.url}`;
    void reply.header('referrer-policy', 'no-referrer').redirect(target, 307);
  });
}

function publicAccessOf({ routeOptions }: FastifyRequest): RouteAccess | undefined {
  const { access } = routeOptions.config;
  return access?.kind === 'public' || access?.kind === 'operation' ? access : undefined;
}

const isOfPages = ({ path }: RouteAccess): boolean => path.startsWith(PAGES_FOLDER);
const isOfConsole = ({ path }: RouteAccess): boolean =>
  path === CONSOLE_FOLDER || path.startsWith(`${CONSOLE_FOLDER}/`);
const isOfFields = ({ path }: RouteAccess): boolean => path.startsWith(FIELDS_FOLDER);

export function isFor(url: URL, { headers: { host = '' } }: FastifyRequest): boolean {
  return host === url.host || URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}

/** What the hosted pages call, and the ways of a browser to a bank and back. */
function isCalledByPages({ operation }: RouteAccess): boolean {
  if (!operation) return false;
  const { id, area, kinds } = operation;
  if (area.startsWith('Hosted ') || KEY_SETS.includes(id)) return true;
  return kinds !== 'public' && kinds.some((kind) => PAGE_TOKENS.has(kind));
}
