import type { LinkResult } from '../api/link-view.js';

/** Schemes that run or show their own content: the page never redirects to them. */
const REFUSED = /^(javascript|data|vbscript|blob|file|about|filesystem):/i;
const WEB = /^https?:/i;

interface ReturnAddress {
  readonly method: 'get' | 'post';
  /** For `get` with the parameters in its query. */
  readonly url: string;
}

/**
 * The return of a result; null if there is no address. The address of an app on a phone accepts no
 * form, so it has its parameters in the query.
 */
export function returnAddress(
  result: Pick<LinkResult, 'redirect_uri' | 'response_mode' | 'parameters'>,
): ReturnAddress | null {
  const { redirect_uri: uri, response_mode: mode, parameters } = result;
  if (!uri || !URL.canParse(uri) || REFUSED.test(uri)) return null;
  if (mode === 'form_post' && WEB.test(uri)) return { method: 'post', url: uri };
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { method: 'get', url: url.href };
}
