import type {
  CustomerAppId,
  ErrorCode,
  MandateId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentId,
  PaymentLinkId,
  PaymentMethodId,
} from '@towpath/kernel';
import {
  bigint,
  bytes,
  defineTable,
  integer,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { AttemptState } from './payment-attempt.transitions.js';

/** The card data from the gateway's own fields: never a card number. */
export interface ShownCard {
  readonly brand: string;
  readonly last4: string;
  /** Null if the gateway's fields do not tell. */
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

export interface AttemptFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

export const paymentAttempts = defineTable(
  'payment_attempts',
  {
    customerAppId: text<CustomerAppId>(),
    attemptId: text<PaymentAttemptId>(),
    paymentLinkId: text<PaymentLinkId>().fixed(),
    /** Number among the attempts of the link, from 1; a frozen clock cannot order them. */
    ordinal: integer().fixed(),
    status: text<AttemptState>(),
    paymentMethodType: text<'CARD' | 'WALLET' | 'MANDATE' | 'MANUAL'>().fixed(),
    recipientAccountId: text<PaymentAccountId>().fixed(),
    /** The card gateway or bank of the recipient account, for example `GW1`; `BANK` of a transfer. */
    integrationId: text().fixed(),
    /** Of the card gateway, for example `sandbox`; null for a mandate or a transfer. */
    connector: text().orNull().fixed(),
    /** The gateway's own ID, committed before it is confirmed; null if the gateway needs none. */
    gatewayReference: text().orNull(),
    /** The account at the card gateway; null for the account of the key. */
    gatewayAccount: text().orNull().fixed(),
    /** Only in a PAYMENT link. */
    paymentId: text<PaymentId>().orNull().fixed(),
    /** Amount that the payer pays beside the amount of the link, as shown. Minor units. */
    surchargeAmount: bigint().default(0).fixed(),
    /** Only when the card or the mandate is to be stored. */
    paymentMethodId: text<PaymentMethodId>().orNull().fixed(),
    /** The card or mandate of an earlier link that pays, chosen by one tap. */
    savedMethodId: text<PaymentMethodId>().orNull().fixed().named('saved_payment_method_id'),
    /**
     * The mandate that the payer must authorize, and that ends with the attempt; never a stored one.
     * Its ID is set before the call to mandate.
     */
    mandateId: text<MandateId>().orNull().fixed(),
    card: json<ShownCard>().orNull(),
    /**
     * The gateway's one-time token, encrypted. It is kept until the outcome is known, so that a
     * request that never arrived can be sent again.
     */
    cardTokenSealed: bytes().orNull(),
    /** The gateway's challenge page, while the payer has to visit it. */
    redirectUrl: text().orNull(),
    failure: json<AttemptFailure>().orNull(),
    submittedAt: time().orNull(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'attemptId'],
    sequence: 'sequence',
    history: {
      table: 'payment_attempt_state_changes',
      foreignKey: 'payment_attempt_state_changes_attempt_fkey',
    },
    unique: { payment_attempts_ordinal_key: ['customerAppId', 'paymentLinkId', 'ordinal'] },
    foreignKeys: {
      payment_attempts_link_fkey: {
        columns: ['customerAppId', 'paymentLinkId'],
        to: 'payment_links',
      },
    },
  },
);

export type AttemptRow = RowOf<typeof paymentAttempts>;
