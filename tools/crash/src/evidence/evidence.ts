import type { History, OUTBOX, Table, TABLES } from './tables.js';

/** All records of a finished run: plain rows, in the words of their owner, without interpretation. */
export interface Evidence extends Omit<StoredRows, 'books' | 'webhooks'> {
  /** What callers did, in the order in which they began. */
  readonly calls: readonly Call[];
  /** The database of payment-link; `changes` also has those of the other services with histories. */
  readonly books: StoredRows['books'] & { readonly changes: readonly StateChangeRow[] };
  readonly outbox: readonly OutboxRow[];
  /** Every message of every topic, each partition in its own order. */
  readonly messages: readonly TopicMessage[];
  readonly webhooks: StoredRows['webhooks'] & {
    readonly endpoints: readonly EndpointEvidence[];
    /** What arrived, in order of arrival. */
    readonly received: readonly ReceivedWebhook[];
  };
  /** Unfinished work when the wait for quiet ended; empty if all was done. */
  readonly unfinished: readonly string[];
  /** Processes that ended without a kill, with the end of their log. */
  readonly ended: readonly string[];
}

interface Types {
  readonly 'text?': string | null;
  readonly number: number;
  readonly 'number?': number | null;
  readonly boolean: boolean;
  readonly list: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}
type Words<S extends string> = S extends `${infer First}\n${infer Rest}`
  ? Words<First> | Words<Rest>
  : S extends `${infer First} ${infer Rest}`
    ? Words<First> | Words<Rest>
    : S;
type Typed<T> = T extends { readonly typed: infer S extends string } ? Words<S> : never;
export type RowOf<T extends Table> = {
  readonly [N in 'customer_app_id' | Words<T['text']>]: string;
} & {
  readonly [
    C in Typed<T> as C extends `${infer Name}:${string}` ? Name : never
  ]: C extends `${string}:${infer Type extends keyof Types}` ? Types[Type] : never;
};
type Rows<G extends Readonly<Record<string, Table>>> = {
  readonly [N in keyof G]: readonly RowOf<G[N]>[];
};

/** The rows of all tables, by group. */
export type StoredRows = { readonly [G in keyof typeof TABLES]: Rows<(typeof TABLES)[G]> };

export type OutboxRow = RowOf<typeof OUTBOX> & { readonly service: string };

export interface StateChangeRow {
  readonly history: History;
  readonly customer_app_id: string;
  readonly id: string;
  readonly sequence: number;
  readonly from_status: string | null;
  readonly to_status: string;
}

export type Books = Evidence['books'];
export type LinkRow = Books['links'][number];
export type AttemptRow = Books['attempts'][number];
export type PaymentRow = Books['payments'][number];
export type RefundRow = Books['refunds'][number];
export type PayoutRow = Books['payouts'][number];
export type BillRow = Books['bills'][number];
export type IncomingTransferRow = Books['incoming'][number];
export type LedgerAccountRow = Books['ledgerAccounts'][number];
export type TransferRow = Books['transfers'][number];
export type MandateRow = Evidence['mandates']['mandates'][number];
export type DirectDebitRow = Evidence['mandates']['debits'][number];
export type DisputeRow = Evidence['disputes']['disputes'][number];
export type ProcessorDisputeRow = Evidence['disputes']['atProcessors'][number];
export type LoginRow = Evidence['linking']['logins'][number];
export type BankAccountRow = Evidence['linking']['accounts'][number];
export type StripeEntryRow = Evidence['stripe']['balance'][number];
export type GatewayEntryRow = Evidence['gateway']['entries'][number];
export type BankMandateRow = Evidence['bank']['mandates'][number];
export type BankCollectionRow = Evidence['bank']['collections'][number];
export type BankPayoutRow = Evidence['bank']['payouts'][number];
export type BankTransferRow = Evidence['bank']['transfers'][number];
export type WebhookMessageRow = Evidence['webhooks']['recorded'][number];

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

export interface EndpointEvidence {
  readonly customer_app_id: string;
  readonly webhook_endpoint_id: string;
  /** `*`, names, or prefixes such as `PAYMENT_LINK_*`. */
  readonly event_types: readonly string[];
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

/**
 * How a call ended for its caller. `unknown`: no answer, or one that says nothing about the effect
 * (5xx): it may have happened or not.
 */
export type CallOutcome = 'acknowledged' | 'refused' | 'unknown';

interface CallFacts {
  readonly customer_app_id: string;
  /** The caller's own name of the link, or of the charge. */
  readonly reference: string;
  readonly outcome: CallOutcome;
  /** Positions in one count of all beginnings and ends: a call that ended before another began. */
  readonly begin: number;
  readonly end: number;
  /** HTTP status; absent without an answer. */
  readonly http_status?: number;
  readonly error_code?: string;
}

export interface LinkContent {
  readonly mode: 'PAYMENT' | 'SETUP';
  readonly currency: string;
  readonly amount: number | null;
  readonly external_user_id: string;
}

export interface CreateCall extends CallFacts {
  readonly op: 'create';
  readonly content: LinkContent;
  readonly payment_link_id?: string;
  readonly seen_status?: string;
}

/** Reads of the link by its customer app, and cancels. */
export interface LinkCall extends CallFacts {
  readonly op: 'read' | 'cancel';
  readonly payment_link_id: string;
  readonly seen_status?: string;
}

/** A payer hands in a card. */
export interface SubmitCall extends CallFacts {
  readonly op: 'submit';
  readonly payment_link_id: string;
  readonly attempt_id: string;
  readonly seen_status?: string;
}

/** A stored mandate is charged; the reference is the idempotency key. */
export interface ChargeCall extends CallFacts {
  readonly op: 'charge';
  readonly mandate_id: string;
  readonly amount: number;
  readonly payment_id?: string;
  readonly seen_status?: string;
}

/** A login at a bank is begun, or deleted. */
export interface LoginCall extends CallFacts {
  readonly op: 'link-login' | 'unlink';
  readonly login_identity_id?: string;
  readonly seen_status?: string;
}

/** Of each member of a union. */
export type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type Call = CreateCall | LinkCall | SubmitCall | ChargeCall | LoginCall;
