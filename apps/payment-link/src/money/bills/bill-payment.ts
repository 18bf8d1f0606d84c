import type { ErrorCode } from '@towpath/kernel';

export interface BillFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** A payment of a bill. */
export interface BillPayment {
  readonly status: 'OPEN' | 'EXECUTED' | 'FAILED' | 'CANCELLED';
  /**
   * Minor units that the payment brought in and left: its amount without surcharge, less refunds,
   * what its bank returned, and disputes that are open or lost.
   */
  readonly keptAmount: number;
  /** A bank returned the debit. */
  readonly isReturned: boolean;
  /** Started without the payer. */
  readonly isCharge: boolean;
  /** Refunded, at least in part, or lost in a dispute. */
  readonly isGivenBack: boolean;
  /** A dispute of it is open. */
  readonly isDisputed: boolean;
  readonly failure: BillFailure | null;
}

/** How often autopay charges a bill again, after debits that were returned or charges that failed. */
export const MOST_REPEATS = 2;
export const REPEAT_AFTER_FAILURE_MS = 86_400_000;

/** Minor units that all payments together brought in and left. */
export function keptOf(payments: readonly BillPayment[]): number {
  return payments
    .filter(({ status }) => status === 'EXECUTED')
    .reduce((sum, { keptAmount }) => sum + keptAmount, 0);
}

/** @param payments newest first */
export function latestOf(payments: readonly BillPayment[]): BillPayment | undefined {
  return payments.find(({ status }) => status !== 'CANCELLED');
}

/** After these, and after nothing else, autopay charges a bill again. */
export function setbacksOf(payments: readonly BillPayment[]): number {
  const isSetback = ({ status, isReturned, isCharge }: BillPayment) =>
    status === 'EXECUTED' ? isReturned : status === 'FAILED' && isCharge;
  return payments.filter(isSetback).length;
}

/**
 * Whether autopay may charge what is missing. Money that the customer app gave back, or lost in a
 * dispute, is not collected again without the payer. While a dispute is open, its end decides.
 */
export function autopayStep(payments: readonly BillPayment[]): 'CHARGE' | 'WAIT' | 'END' {
  if (payments.some(({ isGivenBack }) => isGivenBack)) return 'END';
  if (payments.some(({ isDisputed }) => isDisputed)) return 'WAIT';
  if (payments.some(({ status }) => status === 'OPEN')) return 'END';
  const isPaidInPart = payments.some(({ status }) => status === 'EXECUTED');
  return isPaidInPart && setbacksOf(payments) === 0 ? 'END' : 'CHARGE';
}
