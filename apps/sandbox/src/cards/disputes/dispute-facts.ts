import { createHash } from 'node:crypto';
import { Parties, type GatewayName } from '../../base/parties/parties.js';
import { derivedReference, type ReferenceSubject } from '../../base/parties/parties.js';
import type { AuthorizationRecord } from '../authorizations/authorization.table.js';
import { callbackEventId } from '../authorizations/card-callbacks.js';
import type { CardDisputeRecord } from './card-dispute.table.js';

/** The content of one notification; each gateway has its own format. */
export interface DisputeFact {
  readonly eventId: string;
  readonly dispute: CardDisputeRecord;
  readonly authorization: AuthorizationRecord;
}

/** Format of one simulated card gateway's notifications about disputes. */
export interface DisputeProtocol {
  readonly gateway: GatewayName;
  /** A notification about a dispute, which is also how the gateway answers about it. */
  disputeBody(fact: DisputeFact): object;
}

export class DisputeProtocols extends Parties<DisputeProtocol> {}

/** What a processor charges for each dispute, in minor units. */
export const DISPUTE_FEE = 1_500;

export const REASON = {
  code: '10.4',
  text: 'The cardholder says that somebody else used the card.',
} as const;

export const ISSUER_COMMENT = 'The cardholder does not recognize the charge.';

export function factOf(
  dispute: CardDisputeRecord,
  authorization: AuthorizationRecord,
): DisputeFact {
  const happening = `dispute ${dispute.disputeReference} ${dispute.position}`;
  return { eventId: callbackEventId(authorization, happening), dispute, authorization };
}

/** The acquirer's reference number: 23 digits that follow from the authorization. */
export function arnOf({ reference }: Pick<CardDisputeRecord, 'reference'>): string {
  const digest = createHash('sha256').update(`arn ${reference}`).digest('hex');
  return `7${BigInt(`0x${digest}`).toString().slice(0, 22)}`;
}

/** Of the dispute of an authorization that had so many disputes before. */
export function disputeReferenceOf(authorization: ReferenceSubject, earlier: number): string {
  return `dp_${derivedReference(authorization, `dispute ${earlier}`, 20)}`;
}
