import { derivedReference, type ReferenceSubject } from '../../base/parties/derived-reference.js';
import { BANK } from '../../base/parties/gateways.js';
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
  };
}

export function payoutReferences(payout: Subject) {
  return {
    order: `ORD${of(payout, 'payout order', 12)}`,
    paid: `${BANK}${of(payout, 'payout', 16)}`,
  };
}

/** One ID per happening, however often its call-back is sent. */
export const noticeIdOf = (subject: Subject, happening: string): string =>
  `ntc_${of(subject, `notice ${happening}`, 24)}`;
