import { createHmac, hkdfSync } from 'node:crypto';
import { BANK } from '../../base/parties/parties.js';
import { derivedReference, type ReferenceSubject } from '../../base/parties/parties.js';
import type { CollectionReferences } from './collection.js';
import type { MandateReferences } from './debit-mandate.js';

type Subject = Omit<ReferenceSubject, 'gateway'>;

const of = ({ customerAppId, reference }: Subject, label: string, length: number): string =>
  derivedReference({ gateway: BANK, customerAppId, reference }, label, length);

export function mandateReferences(mandate: Subject): MandateReferences {
  return {
    ddaReference: `DDA${of(mandate, 'dda', 12)}`,
    bankReference: `MD${of(mandate, 'mandate', 16)}`,
  };
}

export function collectionReferences(collection: Subject): CollectionReferences {
  return {
    paid: `${BANK}${of(collection, 'paid', 16)}`,
    returned: `${BANK}${of(collection, 'returned', 16)}`,
    reinstated: `${BANK}${of(collection, 'reinstated', 16)}`,
  };
}

/** One ID per happening, however often its call-back is sent. */
export const noticeIdOf = (subject: Subject, happening: string): string =>
  `ntc_${of(subject, `notice ${happening}`, 24)}`;

/** A keyed hash that recognizes an account without storing its number. */
export function accountFingerprint({
  secret,
  accountNumber,
}: {
  readonly secret: string;
  readonly accountNumber: string;
}): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'account fingerprints', 32));
  const written = accountNumber.replace(/[\s-]/gu, '').toUpperCase();
  const digest = createHmac('sha256', key).update(written).digest();
  return digest.subarray(0, 12).toString('hex').toUpperCase();
}
