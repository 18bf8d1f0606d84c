import type { Call } from './calls.js';
import type { DisputeBooks } from './dispute-evidence.js';
import type { LinkingBooks } from './linking-evidence.js';
import type { BankBooks, MandateBooks } from './mandate-evidence.js';
import type { BillRow, IncomingTransferRow, PayoutRow } from './money-evidence.js';

/**
 * All records of a finished run: plain rows, in the words of their owner, without interpretation.
 * Amounts are minor units.
 */
export interface Evidence {
  /** What callers did, in the order in which they began. */
  readonly calls: readonly Call[];
  readonly books: Books;
  readonly mandates: MandateBooks;
  readonly disputes: DisputeBooks;
  readonly linking: LinkingBooks;
  /** Rows of every service's outbox. */
  readonly outbox: readonly OutboxRow[];
  /** Every message of every topic, each partition in its own order. */
  readonly messages: readonly TopicMessage[];
  readonly gateway: GatewayBooks;
  readonly bank: BankBooks;
  readonly webhooks: WebhookEvidence;
  /** Unfinished work when the wait for quiet ended; empty if all was done. */
  readonly unfinished: readonly string[];
  /** Processes that ended without a kill, with the end of their log. */
  readonly ended: readonly string[];
}

/** The database of payment-link; `changes` also has those of the other services with histories. */
export interface Books {
  readonly links: readonly LinkRow[];
  readonly attempts: readonly AttemptRow[];
  readonly payments: readonly PaymentRow[];
  readonly methods: readonly MethodRow[];
  readonly refunds: readonly RefundRow[];
  readonly payouts: readonly PayoutRow[];
  readonly bills: readonly BillRow[];
  readonly incoming: readonly IncomingTransferRow[];
  readonly users: readonly UserRow[];
  readonly changes: readonly StateChangeRow[];
  readonly ledgerAccounts: readonly LedgerAccountRow[];
  readonly transfers: readonly TransferRow[];
  readonly checkpoints: readonly CheckpointRow[];
}

export interface LinkRow {
  readonly customer_app_id: string;
  readonly payment_link_id: string;
  readonly unique_reference_id: string;
  readonly mode: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: number | null;
  readonly external_user_id: string;
  readonly attempt_in_flight: boolean;
  readonly sequence: number;
}

export interface AttemptRow {
  readonly customer_app_id: string;
  readonly attempt_id: string;
  readonly payment_link_id: string;
  readonly status: string;
  readonly payment_id: string | null;
  readonly mandate_id: string | null;
  readonly sequence: number;
}

export interface PaymentRow {
  readonly customer_app_id: string;
  readonly payment_id: string;
  readonly payment_link_id: string | null;
  readonly attempt_id: string | null;
  /** `CARD`, `MANDATE`, `MANUAL`, `WALLET`. */
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly surcharge_amount: number;
  readonly currency: string;
  readonly recipient_account_id: string;
  readonly mandate_id: string | null;
  readonly user_id: string;
  /** What the bank gave back to the payer; null for nothing. */
  readonly amount_returned: number | null;
  /** The caller's own name of a charge on a stored method. */
  readonly external_transaction_reference: string | null;
  readonly sequence: number;
}

export interface MethodRow {
  readonly customer_app_id: string;
  readonly payment_method_id: string;
  readonly payment_link_id: string | null;
  readonly status: string;
  readonly sequence: number;
}

export interface RefundRow {
  readonly customer_app_id: string;
  readonly refund_id: string;
  readonly payment_id: string;
  /** `REQUESTED` by the customer app; the others are of money that nobody asked for. */
  readonly kind: string;
  readonly payout_id: string | null;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly sequence: number;
}

export interface UserRow {
  readonly customer_app_id: string;
  readonly user_id: string;
  readonly sequence: number;
}

/** Resources with their own history. Attempts and direct debits publish nothing themselves. */
export const HISTORIES = [
  'payment-link',
  'payment',
  'payment-method',
  'refund',
  'payout',
  'bill',
  'attempt',
  'mandate',
  'direct-debit',
  'dispute',
  'login-identity',
] as const;
export type History = (typeof HISTORIES)[number];
/** Those whose every public change is an event of a topic of their own. */
export type PublishedHistory = Exclude<History, 'attempt' | 'direct-debit'>;

export interface StateChangeRow {
  readonly history: History;
  readonly customer_app_id: string;
  readonly id: string;
  readonly sequence: number;
  readonly from_status: string | null;
  readonly to_status: string;
}

export interface LedgerAccountRow {
  readonly customer_app_id: string;
  readonly ledger_account: string;
  readonly currency: string;
  readonly kind: string;
  readonly payment_account_id: string;
}

export interface TransferRow {
  readonly customer_app_id: string;
  readonly ledger_transfer_id: string;
  readonly kind: string;
  readonly debit_account: string;
  readonly credit_account: string;
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  readonly dispute_id: string | null;
  /** Of the event of the dispute that moved the money. */
  readonly dispute_sequence: number | null;
  readonly payout_id: string | null;
  /** The transaction that wrote it. */
  readonly written_by: number;
}

export interface CheckpointRow {
  readonly customer_app_id: string;
  readonly ledger_account: string;
  readonly currency: string;
  readonly covers_before: number;
  readonly balance: number;
}

export interface OutboxRow {
  readonly service: string;
  readonly event_id: string;
  readonly customer_app_id: string;
  readonly topic: string;
  readonly message_key: string;
  readonly event_name: string;
  readonly sequence: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly published: boolean;
}

export interface TopicMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly sequence: number;
  readonly customer_app_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The books of the sandbox's card gateways; the entries are also those of its bank. */
export interface GatewayBooks {
  readonly entries: readonly GatewayEntryRow[];
  readonly authorizations: readonly GatewayAuthorizationRow[];
}

export interface GatewayEntryRow {
  readonly customer_app_id: string;
  /** Our attempt; with the bank our payment. */
  readonly reference: string;
  readonly payment_id: string;
  readonly merchant_account: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
}

export interface GatewayAuthorizationRow {
  readonly customer_app_id: string;
  readonly reference: string;
  readonly payment_id: string | null;
  readonly state: string;
  readonly purpose: string;
}

export interface WebhookEvidence {
  readonly endpoints: readonly EndpointEvidence[];
  /** The webhooks that the dispatcher recorded. */
  readonly recorded: readonly WebhookMessageRow[];
  /** What arrived, in order of arrival. */
  readonly received: readonly ReceivedWebhook[];
  readonly attempts: readonly WebhookAttemptRow[];
}

export interface EndpointEvidence {
  readonly customer_app_id: string;
  readonly webhook_endpoint_id: string;
  /** `*`, names, or prefixes such as `PAYMENT_LINK_*`. */
  readonly event_types: readonly string[];
}

export interface WebhookMessageRow {
  readonly customer_app_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly resource_kind: string;
  readonly resource_id: string;
  readonly sequence: number;
}

export interface ReceivedWebhook {
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly customer_app_id: string;
  readonly sequence: number;
  /** The raw body, for comparing repeats. */
  readonly body: string;
  /** Whether its signatures are good. */
  readonly verified: boolean;
  /** Whether the receiver acknowledged it; a refused webhook must be sent again. */
  readonly acknowledged: boolean;
}

export interface WebhookAttemptRow {
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
  readonly attempt_number: number;
  /** Null when no answer came. */
  readonly status_code: number | null;
}
