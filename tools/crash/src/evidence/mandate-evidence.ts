import type { BankPayoutRow, BankTransferRow, SourceBillRow } from './money-evidence.js';

/** Our records of mandates and their charges; amounts are minor units. */
export interface MandateBooks {
  readonly mandates: readonly MandateRow[];
  readonly debits: readonly DirectDebitRow[];
  readonly usage: readonly MandateUsageRow[];
}

/** The database of mandate. */
export interface MandateRow {
  readonly customer_app_id: string;
  readonly mandate_id: string;
  readonly status: string;
  readonly payment_link_id: string | null;
  readonly currency: string;
  readonly max_transaction_amount: number | null;
  readonly max_period_amount: number | null;
  readonly max_period_count: number | null;
  readonly period: string | null;
  readonly sequence: number;
}

export interface DirectDebitRow {
  readonly customer_app_id: string;
  readonly payment_id: string;
  readonly mandate_id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: the period that it counts in; null on a mandate without one. */
  readonly period_start: string | null;
  readonly reserved: boolean;
  readonly sequence: number;
  /** `YYYY-MM-DD`, UTC: when it was reserved, by its app's clock. */
  readonly reserved_on: string;
}

export interface MandateUsageRow {
  readonly customer_app_id: string;
  readonly mandate_id: string;
  readonly period_start: string;
  readonly used_amount: number;
  readonly used_count: number;
}

/** The books of the sandbox's bank, in its own words. */
export interface BankBooks {
  readonly mandates: readonly BankMandateRow[];
  readonly collections: readonly BankCollectionRow[];
  readonly payouts: readonly BankPayoutRow[];
  readonly transfers: readonly BankTransferRow[];
  /** The books of the billing system. */
  readonly bills: readonly SourceBillRow[];
}

export interface BankMandateRow {
  readonly customer_app_id: string;
  /** Our mandate. */
  readonly reference: string;
  readonly state: string;
  /** Whether it was ever active. */
  readonly activated: boolean;
}

export interface BankCollectionRow {
  readonly customer_app_id: string;
  /** Our payment. */
  readonly reference: string;
  /** Our mandate. */
  readonly mandate_reference: string;
  readonly state: string;
  readonly amount: number;
  readonly currency: string;
}
