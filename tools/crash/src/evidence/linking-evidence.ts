/** The data of account-data about logins at banks. */
export interface LinkingBooks {
  readonly logins: readonly LoginRow[];
  readonly accounts: readonly BankAccountRow[];
  readonly remains: readonly RemainsRow[];
}

export interface LoginRow {
  readonly customer_app_id: string;
  readonly login_identity_id: string;
  readonly status: string;
  readonly sequence: number;
  readonly session_id: string;
  readonly session_status: string;
  /** Products that the user consented to. */
  readonly products: readonly string[];
}

/** An account with what its transactions add up to. Amounts are minor units of HKD. */
export interface BankAccountRow {
  readonly customer_app_id: string;
  readonly login_identity_id: string;
  readonly account_id: string;
  /** The bank's balance, including pending transactions. */
  readonly balance: number;
  /** Without what is pending. */
  readonly ledger_balance: number;
  /** As the row of the account counts them. */
  readonly transaction_count: number;
  readonly transactions: number;
  readonly sum: number;
  readonly posted_sum: number;
}

/** Rows about a login in one table that must be empty of it once it is unlinked. */
export interface RemainsRow {
  readonly customer_app_id: string;
  readonly login_identity_id: string;
  readonly table: string;
  readonly rows: number;
}
