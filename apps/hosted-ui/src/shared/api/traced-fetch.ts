import { hexOf } from '../values.js';

const randomHex = (bytes: number) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/**
 * `fetch` that gives every request of this page one trace (W3C `traceparent`), so that the services
 * can follow a visit. The trace identifies the visit, not the payer.
 */
export function tracedFetch(send: typeof fetch = fetch): typeof fetch {
  const trace = randomHex(16);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('traceparent', `00-${trace}-${randomHex(8)}-01`);
    return send(input, { ...init, headers });
  };
}
