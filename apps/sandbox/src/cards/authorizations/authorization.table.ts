import { bigint, boolean, defineTable, json, text, time, type RowOf } from '@towpath/persistence';
import type { GatewayName } from '../../base/parties/parties.js';
import type { AuthorizationState } from './authorization.transitions.js';
import type { Decline } from './card-outcomes.js';
import type { CardSnapshot } from './test-cards.js';

export const authorizations = defineTable(
  'card_authorizations',
  {
    gateway: text<GatewayName>(),
    /** Chosen by the merchant; the same request may be sent again under it. */
    reference: text(),
    customerAppId: text().fixed(),
    paymentId: text().orNull().fixed(),
    requestHash: text().fixed(),
    pspReference: text().fixed(),
    merchantAccount: text().fixed(),
    merchantName: text().orNull().fixed(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    purpose: text<'PAYMENT' | 'SETUP'>().fixed(),
    store: boolean().fixed(),
    offSession: boolean().fixed(),
    returnUrl: text().orNull().fixed(),
    callbackUrl: text().fixed(),
    language: text().orNull().fixed(),
    card: json<CardSnapshot>().fixed(),
    state: text<AuthorizationState>(),
    /** The state of the first answer, which a repeated request returns. */
    answeredState: text<AuthorizationState>().fixed(),
    decline: json<Decline>().orNull(),
    authCode: text().orNull(),
    networkTransactionReference: text().orNull(),
    storedPaymentMethodId: text().orNull(),
    /** Unguessable: who knows it may decide for the cardholder. */
    challengeId: text().orNull().fixed(),
    settlesAt: time().orNull().fixed(),
    refundedAmount: bigint().default(0),
    createdAt: time().fixed(),
    authorizedAt: time().orNull(),
    capturedAt: time().orNull(),
    updatedAt: time(),
  },
  {
    key: ['gateway', 'reference'],
    unique: { card_authorizations_challenge_id_key: ['challengeId'] },
    indexes: { card_authorizations_payment: ['customerAppId', 'paymentId'] },
  },
);

export type AuthorizationRecord = RowOf<typeof authorizations>;

export const refunds = defineTable(
  'card_refunds',
  {
    gateway: text<GatewayName>(),
    reference: text(),
    refundReference: text(),
    pspReference: text(),
    amount: bigint(),
    refundedAt: time(),
    /** When the refund failed after its success. */
    reversedAt: time().orNull(),
  },
  { key: ['gateway', 'reference', 'refundReference'] },
);

export type StoredRefund = RowOf<typeof refunds>;

/** One-time tokens. Numbers and security codes have no column. */
export const cardTokens = defineTable(
  'card_tokens',
  {
    token: text(),
    gateway: text<GatewayName>(),
    session: text(),
    card: json<CardSnapshot>(),
    /** The one request that used it. */
    reference: text().orNull(),
    createdAt: time()
      .default(() => 'now()')
      .byDatabase(),
    expiresAt: time(),
  },
  { key: ['token'], indexes: { card_tokens_expires_at: ['expiresAt'] } },
);

/** Cards that are kept for later charges of one app. */
export const storedCards = defineTable(
  'stored_cards',
  {
    storedPaymentMethodId: text(),
    gateway: text<GatewayName>(),
    customerAppId: text(),
    reference: text(),
    card: json<CardSnapshot>(),
    createdAt: time()
      .default(() => 'now()')
      .byDatabase(),
  },
  { key: ['storedPaymentMethodId'] },
);
