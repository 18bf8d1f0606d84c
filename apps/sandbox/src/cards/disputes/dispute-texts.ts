import { createHash } from 'node:crypto';
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
