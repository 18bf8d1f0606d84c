import { createHash } from 'node:crypto';

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
