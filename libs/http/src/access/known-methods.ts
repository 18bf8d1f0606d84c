import { DomainError } from '@towpath/kernel';
import type { HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';

import { isOnPort, type Audience, type RouteAccess } from './route-access.js';

/** Which methods each path knows, for callers who use another one. */
export class KnownMethods {
  /** Its only method is `GET`: a path is there once, with all its methods. */
  private readonly paths = findMyWay({ maxParamLength: MAX_PATH_LENGTH });
  private readonly known = new Map<string, RouteAccess[]>();

  add(method: HTTPMethods | HTTPMethods[], access: RouteAccess): void {
    const accesses = this.known.get(access.path) ?? [];
    if (accesses.length === 0) {
      this.known.set(access.path, accesses);
      this.paths.on('GET', access.path, () => undefined, accesses);
    }
    for (const each of [method].flat()) accesses.push({ ...access, method: each });
  }

  /** Methods of the path of `url` for these, in alphabetical order; none for no path of ours. */
  allowedOn(url: string, audiences: readonly Audience[]): readonly string[] {
    const found = this.paths.find('GET', pathOf(url));
    const accesses = (found?.store ?? []) as readonly RouteAccess[];
    const declared = accesses.filter((access) => isOnPort(access, audiences));
    if (declared.length === 0) return [];
    return [...new Set([...declared.map(({ method }) => method), 'OPTIONS'])].toSorted();
  }
}

const MAX_PATH_LENGTH = 1_024;

/** 405 where the path has other methods, else 404. */
export function noSuchRoute(method: string, allowed: readonly string[]): DomainError {
  const details = `There is no ${method} on this path.`;
  if (allowed.length === 0) return new DomainError('ROUTE_NOT_FOUND', details);
  return new DomainError('METHOD_NOT_ALLOWED', details, { allow: allowed.join(', ') });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
