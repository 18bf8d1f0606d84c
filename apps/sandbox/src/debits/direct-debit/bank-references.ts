import {
  derivedReference,
  type ReferenceSubject,
} from '../../cards/authorizations/issued-references.js';
import { BANK } from '../../base/parties/gateways.js';

type Subject = Omit<ReferenceSubject, 'gateway'>;

const of = ({ customerAppId, reference }: Subject, label: string, length: number): string =>
  derivedReference({ gateway: BANK, customerAppId, reference }, label, length);

/** Reference of the submitted authorization, part of the first answer. */
export const ddaReferenceOf = (mandate: Subject): string => `DDA${of(mandate, 'dda', 12)}`;

/** Given by the payer's bank when it accepts. */
export const bankReferenceOf = (mandate: Subject): string => `MD${of(mandate, 'mandate', 16)}`;

/** Of one movement of money. */
export const transactionReferenceOf = (collection: Subject, kind: 'paid' | 'returned'): string =>
  `${BANK}${of(collection, kind, 16)}`;

/** One ID per happening, however often its call-back is sent. */
export const noticeIdOf = (subject: Subject, happening: string): string =>
  `ntc_${of(subject, `notice ${happening}`, 24)}`;
