import type { Databases } from './databases.js';

/** Our records of payouts, bills and incoming transfers; amounts are minor units. */
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
  /** The direct debit that pulls its funds; null where none does. */
  readonly funding_payment_id: string | null;
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

/** The sandbox's bank: its payout orders. */
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

/** Money that arrived at the bank of the sandbox. */
export interface BankTransferRow {
  readonly customer_app_id: string;
  /** `IN`, and then our ID of the transfer. */
  readonly reference: string;
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

/** Money that somebody transferred, and what we made of it. */
export interface IncomingTransferRow {
  readonly customer_app_id: string;
  readonly incoming_transfer_id: string;
  readonly outcome: string;
  readonly amount: number;
  readonly currency: string;
  readonly payment_account_id: string;
  readonly payment_id: string | null;
  /** Of what went back. */
  readonly refund_id: string | null;
}

export function readPayouts(databases: Databases): Promise<PayoutRow[]> {
  return databases.rows('payment-link', {
    sql: `SELECT customer_app_id, payout_id, type, status, amount, currency, sender_account_id,
            external_transaction_reference, funding_payment_id, sequence FROM payouts`,
  });
}

export function readBills(databases: Databases): Promise<BillRow[]> {
  return databases.rows('payment-link', {
    sql: `SELECT customer_app_id, bill_id, external_bill_id, bill_reference_id, user_id, status,
            amount, currency, sequence FROM bills`,
  });
}

export function readIncomingTransfers(databases: Databases): Promise<IncomingTransferRow[]> {
  return databases.rows('payment-link', {
    sql: `SELECT customer_app_id, incoming_transfer_id, outcome, amount, currency,
            payment_account_id, payment_id, refund_id FROM incoming_transfers`,
  });
}

export function readBankPayouts(databases: Databases): Promise<BankPayoutRow[]> {
  return databases.rows('sandbox', {
    sql: `SELECT customer_app_id, reference, debtor_account, state, amount, currency
          FROM bank_payouts`,
  });
}

export function readBankTransfers(databases: Databases): Promise<BankTransferRow[]> {
  return databases.rows('sandbox', {
    sql: `SELECT customer_app_id, reference, amount, currency FROM bank_transfers`,
  });
}

export function readSourceBills(databases: Databases): Promise<SourceBillRow[]> {
  return databases.rows('sandbox', {
    sql: `SELECT customer_app_id, bill_number, (bill -> 'due' ->> 'minor')::bigint AS amount,
            (bill ->> 'voided')::boolean AS voided FROM external_bills`,
  });
}
