import type { Institution } from '../../../shared/banks/institution.js';
import type { Merchant, UiMode } from '../../../shared/api/page-types.js';

/** The answer of `GET /mandates/hosted/view`: all data of the mandate page. */
export interface MandateView {
  mandate_id: string;
  status: MandateStatus;
  /** False for a test app: nothing that is set up here moves real money. */
  live: boolean;
  of_payment_link: boolean;
  merchant: Merchant;
  mandate_details: MandateDetails;
  recipient: { name?: string };
  institution?: Institution | null;
  /** The account that pays is known, and with it the bank: the payer can choose no other. */
  institution_fixed?: boolean | null;
  auth_checklist: Factor[];
  encryption_info: { jwks_url: string; key_id: string };
  consent: ConsentText;
  language: string;
  country?: string | null;
  ui_mode: UiMode;
  return_url?: string | null;
  error?: { error_code: string } | null;
}

export type MandateStatus =
  | 'AUTHORIZATION_REQUIRED'
  | 'AUTHORIZING'
  | 'PROCESSING'
  | 'READY_TO_SUBMIT'
  | 'SUBMITTED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'REVOKED'
  | 'CANCELLED'
  | 'CLOSED';

export type LimitPeriod = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';

/** Amounts in minor units of `currency`, dates as `2026-11-21`. */
export interface MandateDetails {
  currency: string;
  description?: string | null;
  start_date?: string | null;
  end_date?: string | null;
  transaction_limits?: TransactionLimits | null;
}

export interface TransactionLimits {
  max_transaction_amount: number;
  max_transaction_amount_set_by_payer_initial?: number | null;
  max_period_amount?: number | null;
  max_period_count?: number | null;
  period?: LimitPeriod | null;
}

/**
 * The text that the payer agrees to. The page shows it unchanged, because the server records it.
 */
export interface ConsentText {
  version: string;
  language: string;
  text: string;
}

export type FactorType =
  | 'ACCOUNT_IDENTIFICATION'
  | 'USER_IDENTIFICATION'
  | 'ENDUSER_CONSENT'
  | 'ACCOUNTHOLDER_AUTHENTICATION';

export interface Factor {
  type: FactorType;
  group_id: string;
  required: 'YES' | 'NO' | 'OPTIONAL';
  helper_text?: string | null;
  options: FactorOption[];
}

export interface FactorOption {
  name: string;
  submitted_at?: string | null;
  submitted_by?: string | null;
  redirect_url?: string | null;
  /** Members of the value that are required now. */
  value_members?: readonly string[] | null;
}

/** One entry of an encrypted submission. */
export interface ChecklistItem {
  readonly type: FactorType;
  readonly name: string;
  readonly value: true | Readonly<Record<string, string | number>>;
  /** With a consent: the text that was shown, so that no other is recorded. */
  readonly consent_text?: { readonly version: string; readonly sha256: string };
}

/** Encrypted items, each part in base64. */
export interface SealedChecklist {
  readonly key_id: string;
  readonly envelope_encryption_key: string;
  readonly initialization_vector: string;
  readonly message_authentication_code: string;
  readonly ciphertext: string;
}
