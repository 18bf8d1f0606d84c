import { createHash } from 'node:crypto';
import { GatewayRefusal } from './gateway-refusal.js';

/** Permitted references of a merchant. */
export const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;

/** The request from which a reference is derived. */
export interface ReferenceSubject {
  readonly gateway: string;
  readonly customerAppId: string;
  readonly reference: string;
}

/** Capital hex digits; another label gives others. */
export function derivedReference(subject: ReferenceSubject, label: string, length: number): string {
  const { gateway, customerAppId, reference } = subject;
  const seed = JSON.stringify([gateway, customerAppId, reference, label]);
  return createHash('sha256').update(seed).digest('hex').slice(0, length).toUpperCase();
}

/** Tells a repeat from another request under the same reference. Members in any order. */
export function requestHash(request: object): string {
  const members = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

export function assertRepeated(known: { readonly requestHash: string }, hash: string): void {
  if (known.requestHash === hash) return;
  throw new GatewayRefusal('reference_reused', 'This reference belongs to another request.');
}
