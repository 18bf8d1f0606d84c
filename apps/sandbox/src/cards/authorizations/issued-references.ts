import { derivedReference, type ReferenceSubject } from '../../base/parties/derived-reference.js';
import type { IssuedReferences } from './domain/authorization.js';

/** References of the processor and the scheme: a function of the request, never of chance. */
export function issuedReferences(subject: ReferenceSubject): IssuedReferences {
  return {
    pspReference: `${subject.gateway}${derivedReference(subject, 'psp', 16)}`,
    authCode: derivedReference(subject, 'auth', 6),
    networkTransactionReference: derivedReference(subject, 'network', 15),
    storedPaymentMethodId: `pm_${derivedReference(subject, 'stored', 24)}`,
  };
}

export function refundPspReference(subject: ReferenceSubject, refundReference: string): string {
  return `${subject.gateway}${derivedReference(subject, `refund ${refundReference}`, 16)}`;
}

/** One ID per happening, however often its call-back is sent. */
export function callbackEventId(subject: ReferenceSubject, happening: string): string {
  return `evt_${derivedReference(subject, `event ${happening}`, 24)}`;
}
