import type { Databases } from './databases.js';

/** What is known of payouts and bills; amounts are minor units. */
export interface PayoutRow {
  readonly customer_app_id: string;
  readonly payout_id: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly sender_account_id: string;
  /** The caller's own name, which is its idempotency key too. */
  readonly external_transaction_reference: string | null;
  readonly sequence: number;
}

export interface BillRow {
  readonly customer_app_id: string;
  readonly bill_id: string;
  readonly external_bill_id: string;
  readonly bill_reference_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly sequence: number;
}

/** The bank of the sandbox: what it was told to pay out. */
export interface BankPayoutRow {
  readonly customer_app_id: string;
  /** Our payout. */
  readonly reference: string;
  /** Our settlement account. */
  readonly debtor_account: string;
  readonly state: string;
  readonly amount: number;
  readonly currency: string;
}

/** The billing system of the sandbox. */
export interface SourceBillRow {
  readonly customer_app_id: string;
  readonly bill_number: string;
  readonly amount: number;
  readonly voided: boolean;
}

export function readPayouts(databases: Databases): Promise<PayoutRow[]> {
  return databases.rows('payment-link', {
    sql: `SELECT customer_app_id, payout_id, type, status, amount, currency, sender_account_id,
            external_transaction_reference, sequence FROM payouts`,
  });
}

export function readBills(databases: Databases): Promise<BillRow[]> {
  return databases.rows('payment-link', {
    sql: `SELECT customer_app_id, bill_id, external_bill_id, bill_reference_id, user_id, status,
            amount, currency, sequence FROM bills`,
  });
}

export function readBankPayouts(databases: Databases): Promise<BankPayoutRow[]> {
  return databases.rows('sandbox', {
    sql: `SELECT customer_app_id, reference, debtor_account, state, amount, currency
          FROM bank_payouts`,
  });
}

export function readSourceBills(databases: Databases): Promise<SourceBillRow[]> {
  return databases.rows('sandbox', {
    sql: `SELECT customer_app_id, bill_number, (bill -> 'due' ->> 'minor')::bigint AS amount,
            (bill ->> 'voided')::boolean AS voided FROM external_bills`,
  });
}
