import { createHash } from 'node:crypto';
import { derivedReference, type ReferenceSubject } from '../../base/parties/derived-reference.js';
import type { CardDisputeRecord } from './domain/card-dispute.js';

/** What a processor charges for each dispute, in minor units. */
export const DISPUTE_FEE = 1_500;

export const REASON = {
  code: '10.4',
  text: 'The cardholder says that somebody else used the card.',
} as const;

export const ISSUER_COMMENT = 'The cardholder does not recognize the charge.';

/** The acquirer's reference number: 23 digits that follow from the authorization. */
export function arnOf({ reference }: Pick<CardDisputeRecord, 'reference'>): string {
  const digest = createHash('sha256').update(`arn ${reference}`).digest('hex');
  return `7${BigInt(`0x${digest}`).toString().slice(0, 22)}`;
}

/** Of the dispute of an authorization that had so many disputes before. */
export function disputeReferenceOf(authorization: ReferenceSubject, earlier: number): string {
  return `dp_${derivedReference(authorization, `dispute ${earlier}`, 20)}`;
}
