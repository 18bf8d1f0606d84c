import type { Merchant, UiMode } from '../../../shared/api/page-types.js';

/** The answer of `GET /link/hosted/view`: all data of the link page. */
export interface LinkView {
  mode: 'LINK' | 'RELINK' | 'REFRESH';
  step: LinkStep;
  /** False for a test app: its banks are simulated. */
  live: boolean;
  merchant: Merchant;
  language: string;
  /** ISO 3166, three letters; where the request names just one. */
  country?: string | null;
  ui_mode: UiMode;
  /** Chosen already, by the customer app or the user. */
  institution_id?: string | null;
  institution_fixed: boolean;
  /** Countries of all offered institutions; absent if the server does not report them. */
  countries?: readonly string[] | null;
  institution_types?: readonly string[] | null;
  automatic_data_refresh: 'ON' | 'OFF' | 'FORCED_ON';
  /** A refresh needs no typing. */
  credentials_kept: boolean;
  /** At step ACTION. */
  action?: LinkAction | null;
  /** At step REDIRECT: leads to the bank's page. */
  redirect_url?: string | null;
  /** At step CONNECTED, by product. */
  product_status?: ProductStatuses | null;
  /** At step FAILED. */
  error?: { error_code: string } | null;
  /** More precise than the code; the list is open. */
  failure_reason?: string | null;
}

type LinkStep = 'CHOOSING' | 'CONNECTING' | 'ACTION' | 'REDIRECT' | 'CONNECTED' | 'FAILED';

export type ProductStatuses = Readonly<Partial<Record<ProductKey, { status: string } | undefined>>>;

type ProductKey =
  | 'accounts'
  | 'online_transactions'
  | 'historical_transactions'
  | 'statements'
  | 'account_numbers'
  | 'identity'
  | 'balance_history'
  | 'payments'
  | 'income_estimation'
  | 'card_details';

export interface LinkAction {
  action_id: string;
  /** `MOBILE_OTP`, `DEVICE_SELECTION`; the list is open. */
  name: string;
  messages: readonly ActionMessage[];
  fields: readonly ActionField[];
  buttons?: readonly { name: string; value: string }[] | null;
}

export interface ActionMessage {
  name: string;
  /** `ERROR`: about the answer before. */
  type: string;
  value: string;
}

export interface ActionField {
  name: string;
  type: 'SELECT' | 'INPUT' | 'PASSWORD';
  label?: string | null;
  placeholder?: string | null;
  options?: readonly { label: string; value: string }[] | null;
}

/** The displayed data of an institution. */
export interface LinkInstitution {
  institution_id: string;
  institution_name: string;
  portal_name?: string | null;
  user_type: readonly string[];
  color?: string | null;
  login_details?: { info_message?: string | null } | null;
  login_methods?: readonly LoginMethod[] | null;
}

export interface LoginMethod {
  id: string;
  name: string;
  is_default_method?: boolean | null;
  /** Empty where the user logs in on a page of the institution. */
  login_fields: readonly LoginField[];
}

export interface LoginField {
  key: string;
  name: string;
  type: 'text' | 'password' | 'number';
}

/** The form of an institution, and the text that the user agrees to. */
export interface LinkOffer {
  institution: LinkInstitution;
  /** Keys of `product_status`. */
  products: readonly string[];
  consent: {
    version: string;
    language: string;
    statements: readonly string[];
    sha256: string;
  };
}

/** The user's input, encrypted; each part in base64. */
export interface EncryptedPayload {
  ciphertext: string;
  initializationVector: string;
  messageAuthenticationCode: string;
  envelopeEncryptionKey: string;
  keyId: string;
}

export interface LoginRequest {
  institution_id: string;
  consent?: { version: string; sha256: string };
  store_credentials?: boolean;
  automatic_data_refresh?: boolean;
  encrypted_credentials?: EncryptedPayload;
}

/** The result of the page. */
export interface LinkResult {
  message: 'success' | 'close';
  response_mode: 'form_post' | 'query';
  redirect_uri?: string | null;
  parameters: Readonly<Record<string, string>>;
}
