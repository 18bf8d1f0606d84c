import { createHash } from 'node:crypto';

import type { IssuedReferences } from './domain/authorization.js';

/** The request from which a reference is derived. */
export interface ReferenceSubject {
  readonly gateway: string;
  readonly customerAppId: string;
  readonly reference: string;
}
type Subject = ReferenceSubject;

/** References of the processor and the scheme: a function of the request, never of chance. */
export function issuedReferences(subject: Subject): IssuedReferences {
  return {
    pspReference: `${subject.gateway}${derivedReference(subject, 'psp', 16)}`,
    authCode: derivedReference(subject, 'auth', 6),
    networkTransactionReference: derivedReference(subject, 'network', 15),
    storedPaymentMethodId: `pm_${derivedReference(subject, 'stored', 24)}`,
  };
}

export function refundPspReference(subject: Subject, refundReference: string): string {
  return `${subject.gateway}${derivedReference(subject, `refund ${refundReference}`, 16)}`;
}

/** One ID per happening, however often its call-back is sent. */
export function callbackEventId(subject: Subject, happening: string): string {
  return `evt_${derivedReference(subject, `event ${happening}`, 24)}`;
}

/** Capital hex digits; another label gives others. */
export function derivedReference(subject: Subject, label: string, length: number): string {
  const { gateway, customerAppId, reference } = subject;
  const seed = JSON.stringify([gateway, customerAppId, reference, label]);
  return createHash('sha256').update(seed).digest('hex').slice(0, length).toUpperCase();
}
