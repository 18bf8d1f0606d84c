import {
  bigint,
  boolean,
  defineTable,
  integer,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { GatewayName } from '../../base/parties/parties.js';
import type { CardDisputeEvent, CardDisputeState } from './card-dispute.transitions.js';

export const cardDisputes = defineTable(
  'card_disputes',
  {
    gateway: text<GatewayName>(),
    disputeReference: text(),
    /** Of the authorization. */
    reference: text().fixed(),
    customerAppId: text().fixed(),
    state: text<CardDisputeState>(),
    /** Counts what happened to the dispute, from 1. */
    position: bigint(),
    /** 1 for the first chargeback, 2 for the second. */
    round: integer(),
    lastEvent: text<CardDisputeEvent>(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    isDefendable: boolean().fixed(),
    defendBy: time().orNull(),
    evidenceDigest: text().orNull(),
    openedAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['gateway', 'disputeReference'],
    indexes: {
      card_disputes_payment: ['gateway', 'reference'],
      card_disputes_app: ['customerAppId', 'disputeReference'],
    },
  },
);

export type CardDisputeRecord = RowOf<typeof cardDisputes>;

/** What merchants uploaded to defend disputes; the content is not kept. */
export const disputeDocuments = defineTable(
  'card_dispute_documents',
  {
    gateway: text<GatewayName>(),
    disputeReference: text(),
    /** SHA-256 of the content in hex. */
    digest: text(),
    mediaType: text(),
    sizeBytes: bigint(),
  },
  { key: ['gateway', 'disputeReference', 'digest'] },
);

export type DisputeDocument = RowOf<typeof disputeDocuments>;
