/** Members of an object as its reader sees them; those that nothing here reads are not named. */
export interface Body {
  [member: string]: unknown;
}

export type Metadata = Record<string, string>;

interface Stored extends Body {
  readonly id: string;
  readonly created: number;
}

interface NextAction extends Body {
  readonly type: 'redirect_to_url' | 'use_stripe_sdk';
  readonly redirect_to_url?: { readonly url: string; readonly return_url: string };
}

interface AnyIntent extends Stored {
  readonly client_secret: string;
  customer: string | null;
  payment_method: string | null;
  next_action: NextAction | null;
  metadata: Metadata;
  cancellation_reason: string | null;
}

export interface Intent extends AnyIntent {
  readonly object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  readonly capture_method: string;
  setup_future_usage: string | null;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled';
  latest_charge: string | null;
  last_payment_error: ErrorBody | null;
  canceled_at: number | null;
  statement_descriptor_suffix: string | null;
}

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ErrorBody extends Body {
  readonly type: ErrorType;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Intent;
  readonly setup_intent?: SetupIntent;
}

export interface SetupIntent extends AnyIntent {
  readonly object: 'setup_intent';
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled';
  last_setup_error: ErrorBody | null;
}

export interface CardFacts extends Body {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
}

export interface PaymentMethod extends Stored {
  readonly object: 'payment_method';
  readonly card: CardFacts;
  readonly billing_details: Body;
  customer: string | null;
  metadata: Metadata;
}

export interface ConfirmationToken extends Stored {
  readonly object: 'confirmation_token';
  readonly expires_at: number;
  readonly payment_method_preview: Pick<PaymentMethod, 'card' | 'billing_details'> & Body;
  readonly return_url: string | null;
  readonly setup_future_usage: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
}

export interface Customer extends Stored {
  readonly object: 'customer';
  metadata: Metadata;
}

export interface Charge extends Stored {
  readonly object: 'charge';
  readonly amount: number;
  amount_captured: number;
  amount_refunded: number;
  readonly currency: string;
  captured: boolean;
  refunded: boolean;
  disputed: boolean;
  paid: boolean;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  failure_balance_transaction: string | null;
  balance_transaction: string | null;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly metadata: Metadata;
  readonly payment_method_details: Body & { readonly card: CardFacts };
}

export interface Refund extends Stored {
  readonly object: 'refund';
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  balance_transaction: string | null;
  metadata: Metadata;
}

export interface BalanceTransaction extends Stored {
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly net: number;
  readonly currency: string;
  /** Seconds. */
  readonly available_on: number;
}

export interface Dispute extends Stored {
  readonly object: 'dispute';
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'prevented'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'appeal_needs_response'
    | 'appeal_under_review';
  evidence: Body;
  evidence_details: Body & {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  balance_transactions: Body[];
  metadata: Metadata;
}

export interface StoredFile extends Stored {
  readonly object: 'file';
  readonly purpose: string;
  readonly size: number;
}

export interface Endpoint extends Stored {
  readonly object: 'webhook_endpoint';
  url: string;
  enabled_events: readonly string[];
  status: 'enabled' | 'disabled';
  readonly api_version: string | null;
  metadata: Metadata;
}

export interface Event extends Stored {
  readonly object: 'event';
  readonly type: string;
  pending_webhooks: number;
}

export interface Payout extends Stored {
  readonly object: 'payout';
  readonly amount: number;
  /** False of a payout that the merchant ordered. */
  readonly automatic: boolean;
  readonly currency: string;
  metadata: Metadata;
  readonly method: 'standard' | 'instant';
  status: 'in_transit' | 'paid' | 'failed';
  failure_balance_transaction: string | null;
  /** The payout that collects it, and of that one the payout that it collects. */
  reversed_by: string | null;
  readonly original_payout: string | null;
}

export interface Kinds {
  readonly payment_intent: Intent;
  readonly setup_intent: SetupIntent;
  readonly payment_method: PaymentMethod;
  readonly confirmation_token: ConfirmationToken;
  readonly customer: Customer;
  readonly charge: Charge;
  readonly refund: Refund;
  readonly balance_transaction: BalanceTransaction;
  readonly dispute: Dispute;
  readonly file: StoredFile;
  readonly webhook_endpoint: Endpoint;
  readonly event: Event;
  readonly payout: Payout;
}

export type Kind = keyof Kinds;

export type AnyObject = Kinds[Kind];

/** What the double does to the next request whose path fits, instead of its work or after it. */
export interface Fault {
  /** `POST payment_intents/*` */
  readonly path: string;
  /** `after`, `lost` and `late`: it is done, and this is answered. Others: nothing is done. */
  readonly kind:
    'before' | 'refused' | 'after' | 'lost' | 'late' | 'rate_limited' | 'conflict' | 'locked';
  readonly late_ms?: number;
  readonly times: number;
}

export interface StripeSettings {
  readonly faults: readonly Fault[];
  readonly webhooks: 'once' | 'twice' | 'late' | 'never';
  readonly refunds: 'succeeded' | 'pending' | 'insufficient_funds';
  readonly search_lag_s: number;
  /** How far the clock of the account stands behind: what it has just done is settled. */
  readonly behind_s: number;
  /** The currency of the account, if it differs from that of its charges, and the rate to it. */
  readonly settlement_currency: string | null;
  readonly rate: number;
}

export const DEFAULT_SETTINGS: StripeSettings = {
  faults: [],
  webhooks: 'once',
  refunds: 'succeeded',
  search_lag_s: 60,
  behind_s: 0,
  settlement_currency: null,
  rate: 1,
};
