import { createHash } from 'node:crypto';

import { GatewayRefusal } from './gateway-refusal.js';

/** Tells a repeat from another request under the same reference. Members in any order. */
export function requestHash(request: object): string {
  const members = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

export function assertRepeated(known: { readonly requestHash: string }, hash: string): void {
  if (known.requestHash === hash) return;
  throw new GatewayRefusal('reference_reused', 'This reference belongs to another request.');
}
