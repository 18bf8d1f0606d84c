import type {
  CustomerAppId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentUserId,
} from '@towpath/kernel';
import {
  bigint,
  boolean,
  bytes,
  defineTable,
  integer,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { MethodType } from '../../parties/payment-accounts/payment-account.table.js';
import type { Language } from '../link-pages/page-context.reads.js';
import type { PaymentLinkState } from './payment-link.transitions.js';

/** Limits of a mandate, in the words of the interface. Amounts: minor units. */
export interface SetupLimits {
  readonly max_transaction_amount: number;
  readonly max_period_amount?: number;
  readonly max_period_count?: number;
  readonly period?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';
}

/** Rules depend on the named members; the others are returned as they were given. */
export interface PaymentSetupOptions {
  readonly future_payments?: 'AUTOPAY' | 'CLICK_TO_PAY';
  readonly payment_method_types?: readonly MethodType[];
  readonly recipient_account_filters?: { readonly business_unit: string };
  readonly mandate_details?: {
    readonly start_date?: string;
    readonly end_date?: string;
    readonly transaction_limits?: SetupLimits;
    readonly description?: string;
  };
  readonly autopay_enrollment_configuration?: {
    readonly display_enrollment_screen: boolean;
    readonly enrollment_prefill_value?: 'YES' | 'NO';
  };
  readonly recurring_payment_mode?: string;
}

type Metadata = Readonly<Record<string, string>>;

export const paymentLinks = defineTable(
  'payment_links',
  {
    customerAppId: text<CustomerAppId>(),
    paymentLinkId: text<PaymentLinkId>(),
    uniqueReferenceId: text().fixed(),
    /** Keyed hash of the whole request: decides whether a repeat is the same. */
    contentHash: text().fixed(),
    mode: text<'PAYMENT' | 'SETUP'>().fixed(),
    status: text<PaymentLinkState>(),
    live: boolean().fixed(),
    currency: text().fixed(),
    /** Minor units; only in a PAYMENT link. */
    amount: bigint().orNull().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    /** Name and e-mail as this link gave them, under the payment user's key. */
    senderSealed: bytes().fixed(),
    description: text().orNull().fixed(),
    externalTransactionReference: text().orNull().fixed(),
    language: text<Language>().fixed(),
    uiMode: text<'iframe' | 'redirect' | 'auto_redirect' | 'standalone'>().fixed(),
    redirectUri: text().orNull().fixed(),
    setupOptions: json<PaymentSetupOptions>().orNull().fixed(),
    metadata: json<Metadata>().orNull().fixed(),
    paymentMetadata: json<Metadata>().orNull().fixed(),
    integrationMetadata: json().orNull().fixed(),
    /** The attempt that occupies the link; a failed or cancelled one leaves the place free. */
    openAttemptId: text<PaymentAttemptId>().orNull(),
    /** The open attempt is at a gateway: the link does not expire before its outcome. */
    attemptInFlight: boolean(),
    /** All attempts, those without a card included. */
    attempts: integer(),
    cardAttempts: integer(),
    /** Taps on saved mandates, and mandates that the payer authorized or failed to. */
    debitAttempts: integer().default(0),
    /** Whether the payer answered the autopay screen. */
    autopayAnswered: boolean().default(false),
    expiresAt: time().fixed(),
    sequence: bigint(),
    /** Counts the writes of the link and its attempts: stored with each, and checked by the next. */
    version: integer(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'paymentLinkId'],
    sequence: 'sequence',
    history: {
      table: 'payment_link_state_changes',
      foreignKey: 'payment_link_state_changes_link_fkey',
    },
    unique: { payment_links_unique_reference_id_key: ['customerAppId', 'uniqueReferenceId'] },
    indexes: {
      payment_links_created_at: { columns: ['createdAt'], type: 'brin' },
      payment_links_found_by_newest: ['createdAt', 'paymentLinkId'],
      payment_links_found_in_app: ['customerAppId', 'createdAt', 'paymentLinkId'],
      payment_links_found_by_status: ['status', 'createdAt', 'paymentLinkId'],
      payment_links_found_by_amount: ['amount', 'currency', 'createdAt'],
    },
  },
);

export type PaymentLinkSnapshot = RowOf<typeof paymentLinks>;
