import type { Merchant, UiMode } from '../../../shared/api/page-types.js';

/** The answer of `GET /payment_links/hosted/view`: all data of the payment page. */
export interface HostedView {
  payment_link_id: string;
  unique_reference_id: string;
  mode: 'PAYMENT' | 'SETUP';
  status: LinkStatus;
  session_status: SessionStatus;
  /** Minor units of `currency`; absent when the link only stores a card. */
  amount?: number | null;
  currency: string;
  description?: string | null;
  /** BCP 47 tag or one of the interface's short codes. */
  language: string;
  /** ISO 3166, three letters. */
  country?: string | null;
  ui_mode: UiMode;
  return_url?: string | null;
  /** False for a test app: nothing on this page moves real money. */
  live: boolean;
  merchant: Merchant;
  future_payments?: FuturePayments | null;
  /**
   * Present until the payer has answered whether later payments without the payer are permitted.
   */
  autopay_enrollment?: { prefill: 'YES' | 'NO' } | null;
  attempt?: Attempt | null;
  /** Method types that the link no longer accepts, permanently; absent if there are none. */
  used_up_payment_method_types?: readonly string[] | null;
  money_moved: MoneyMoved;
}

type LinkStatus = 'CREATED' | 'PAID' | 'SETUP_SUCCEEDED' | 'CANCELLED' | 'EXPIRED';
export type SessionStatus = 'OPEN' | 'PROCESSING' | 'COMPLETE' | 'FAILED';
export type FuturePayments = 'AUTOPAY' | 'CLICK_TO_PAY';
export type MoneyMoved = 'YES' | 'NO' | 'UNKNOWN';

export interface Attempt {
  attempt_id: string;
  payment_method_type: string;
  status: string;
  /** The card issuer's challenge page, while one is waiting for the payer. */
  redirect_url?: string | null;
  card?: CardSummary | null;
  /** The account of a saved direct debit that was tapped. */
  sender_account?: SenderAccount | null;
  /** Beside the amount of the link; minor units. */
  surcharge_amount?: number | null;
  /** While a bank transfer is awaited. */
  transfer?: TransferInstructions | null;
  error?: AttemptError | null;
}

export interface TransferInstructions {
  recipient_name: string;
  account_number: string;
  reference: string;
  /** A transfer that arrived, did not pay the link and went back. Minor units. */
  returned?: { amount: number; currency: string; cause: ReturnCause } | null;
}

export type ReturnCause = 'TOO_LITTLE' | 'OTHER_CURRENCY';

export interface CardSummary {
  brand: string;
  last4: string;
}

export interface AttemptError {
  error_code: string;
  message?: string;
  /** Text for the payer, shown unchanged. */
  display_details?: string | null;
}

export interface AvailablePaymentMethod {
  payment_method_type: string;
  recurring: boolean;
  payment_account_id: string;
  /** Surcharge on the amount of the link; minor units. */
  surcharge_amount?: number | null;
  payment_method_subtype?: string | null;
  payment_method_provider?: string | null;
  /** For cards: the brands that this account accepts. */
  payment_methods_list?: readonly string[] | null;
  /** ID of a card or direct debit that the payer stored on an earlier link. */
  payment_method_id?: string | null;
  card?: SavedCard | null;
  /** The account that the saved direct debit collects from. */
  sender_account?: SenderAccount | null;
}

export interface SenderAccount {
  /** Last digits only, after asterisks. */
  account_number_masked: string;
  institution_name?: string | null;
}

interface SavedCard {
  brand: string;
  last4: string;
  expiry_month?: number | null;
  expiry_year?: number | null;
}

export interface SelectedPaymentMethod {
  attempt_id: string;
  surcharge_amount?: number | null;
  /** Absent unless a card is to be typed. */
  card_fields_url?: string | null;
  /** Opens the steps of a direct debit. */
  mandate_token?: string | null;
}

/** The card gateway's token in place of a card number. */
export interface CardToken {
  token: string;
  brand: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  country?: string;
  funding?: string;
}
