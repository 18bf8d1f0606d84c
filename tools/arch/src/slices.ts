import { AREAS } from '../../eslint-rules/src/areas.mjs';
import type { RepositoryFile } from './repository-files.js';

/** `payment-link/money/bills` or, in an app without areas, `gateway/tokens`. */
export function sliceOf(path: string): string | null {
  const [, app = '', inner = ''] = /^apps\/([^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const [first = '', second = '', ...rest] = inner.split('/');
  if (AREAS[app]?.flat().includes(first)) {
    return rest.length > 0 ? `${app}/${first}/${second}` : null;
  }
  if (second === '' || ['migrations', 'persistence'].includes(first)) return null;
  return `${app}/${first}`;
}

/** `payment-link/money`; null in an app without areas. */
export function areaOf(slice: string): string | null {
  const [app = '', area = ''] = slice.split('/');
  return AREAS[app] ? `${app}/${area}` : null;
}

/** Production code of the services. */
export const isServiceCode = ({ path }: RepositoryFile): boolean =>
  /^apps\/(?!(?:hosted-ui|console)\/)[^/]+\/src\/.+(?<!spec|\.fixture)\.ts$/.test(path);
