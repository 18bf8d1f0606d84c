import { createHash } from 'node:crypto';

import type { AuthorizationRequest, IssuedReferences } from './authorization.js';

type Subject = Pick<AuthorizationRequest, 'gateway' | 'customerAppId' | 'reference'>;

/** References of the processor and the scheme: a function of the request, never of chance. */
export function issuedReferences(subject: Subject): IssuedReferences {
  return {
    pspReference: `${subject.gateway}${derived(subject, 'psp', 16)}`,
    authCode: derived(subject, 'auth', 6),
    networkTransactionReference: derived(subject, 'network', 15),
    storedPaymentMethodId: `pm_${derived(subject, 'stored', 24)}`,
  };
}

export function refundPspReference(subject: Subject, refundReference: string): string {
  return `${subject.gateway}${derived(subject, `refund ${refundReference}`, 16)}`;
}

/** One ID per happening, however often its call-back is sent. */
export function callbackEventId(subject: Subject, happening: string): string {
  return `evt_${derived(subject, `event ${happening}`, 24)}`;
}

function derived({ gateway, customerAppId, reference }: Subject, label: string, length: number) {
  const seed = JSON.stringify([gateway, customerAppId, reference, label]);
  return createHash('sha256').update(seed).digest('hex').slice(0, length).toUpperCase();
}
