import {
  Money,
  type CustomerAppId,
  type DisputeId,
  type Id,
  type LedgerTransferId,
  type PaymentAccountId,
  type PaymentId,
  type PayoutId,
} from '@towpath/kernel';
import type { Transfer } from './ledger.table.js';

/**
 * - `SETTLEMENT`: owed to the customer app, by settlement account. Credits raise it.
 * - `CLEARING`: owed by gateways and banks for that account. Debits raise it.
 * - `FUNDING`: source of opening balances.
 * - `UNEXPECTED`: unaccepted money and refunds, until the gateway has returned them to payers.
 *   Credits raise it.
 * - `DISPUTED`: contested by card holders, with fees, until the decision. Credits raise it.
 * - `PAYOUT`: held for payouts, until the bank has decided. Credits raise it.
 * - `FEES`: fees of the service for payments and payouts. Credits raise it.
 * - `UNMATCHED`: transfers without a known reference. Credits raise it.
 * - `AT_PROCESSOR`: kept by a card processor until it pays out. Credits raise it.
 * - `EXCHANGE`: what the processor changed into another currency: debits for what it gave.
 * - `RESERVE`: kept back by the processor. Credits raise it.
 */
export const LEDGER_ACCOUNT_KINDS = [
  'SETTLEMENT',
  'CLEARING',
  'FUNDING',
  'UNEXPECTED',
  'DISPUTED',
  'PAYOUT',
  'UNMATCHED',
  'FEES',
] as const;
/** Only of a settlement account whose card processor keeps the money until it pays out. */
export const PROCESSOR_ACCOUNT_KINDS = ['AT_PROCESSOR', 'EXCHANGE', 'RESERVE'] as const;
export type LedgerAccountKind =
  (typeof LEDGER_ACCOUNT_KINDS)[number] | (typeof PROCESSOR_ACCOUNT_KINDS)[number];

const ENTRIES = {
  OPENING_BALANCE: { debit: 'FUNDING', credit: 'SETTLEMENT' },
  PAYMENT: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  /** The bank takes a payment back: the payment's transfer the other way round. */
  RETURN: { debit: 'SETTLEMENT', credit: 'CLEARING' },
  /** The bank cancelled the return. */
  RETURN_REVERSAL: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  UNEXPECTED_RECEIPT: { debit: 'CLEARING', credit: 'UNEXPECTED' },
  UNEXPECTED_RETURN: { debit: 'UNEXPECTED', credit: 'CLEARING' },
  REFUND_HOLD: { debit: 'SETTLEMENT', credit: 'UNEXPECTED' },
  /** The gateway refused the refund: the customer app keeps the money. */
  REFUND_RELEASE: { debit: 'UNEXPECTED', credit: 'SETTLEMENT' },
  REFUND: { debit: 'UNEXPECTED', credit: 'CLEARING' },
  /** The refund failed after its success: the customer app has the money again. */
  REFUND_REVERSAL: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  DISPUTE_HOLD: { debit: 'SETTLEMENT', credit: 'DISPUTED' },
  DISPUTE_FEE_HOLD: { debit: 'SETTLEMENT', credit: 'DISPUTED' },
  DISPUTE_RELEASE: { debit: 'DISPUTED', credit: 'SETTLEMENT' },
  DISPUTE_FEE_RELEASE: { debit: 'DISPUTED', credit: 'SETTLEMENT' },
  DISPUTE_LOSS: { debit: 'DISPUTED', credit: 'CLEARING' },
  DISPUTE_FEE: { debit: 'DISPUTED', credit: 'CLEARING' },
  /** The processor returns the money of a lost dispute. */
  DISPUTE_LOSS_REVERSAL: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  DISPUTE_FEE_REVERSAL: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  PAYOUT_HOLD: { debit: 'SETTLEMENT', credit: 'PAYOUT' },
  PAYOUT_RELEASE: { debit: 'PAYOUT', credit: 'SETTLEMENT' },
  PAYOUT: { debit: 'PAYOUT', credit: 'CLEARING' },
  /** The money came back after the bank had executed the payout. */
  PAYOUT_RETURN: { debit: 'CLEARING', credit: 'SETTLEMENT' },
  /** The bank executed what had been released. */
  PAYOUT_CORRECTION: { debit: 'SETTLEMENT', credit: 'CLEARING' },
  /** The bank executed what our books have no payout for, as after a restore. */
  UNEXPECTED_PAYOUT: { debit: 'SETTLEMENT', credit: 'CLEARING' },
  /** Together with the amount of the payout, in addition to it; it moves like the amount. */
  PAYOUT_FEE_HOLD: { debit: 'SETTLEMENT', credit: 'PAYOUT' },
  PAYOUT_FEE_RELEASE: { debit: 'PAYOUT', credit: 'SETTLEMENT' },
  PAYOUT_FEE: { debit: 'PAYOUT', credit: 'FEES' },
  PAYOUT_FEE_CORRECTION: { debit: 'SETTLEMENT', credit: 'FEES' },
  /** It stays until an operator has found out whose it is. */
  UNMATCHED_RECEIPT: { debit: 'CLEARING', credit: 'UNMATCHED' },
  /** An operator gave it to a payment link: it is booked again, like money that arrives for one. */
  UNMATCHED_RELEASE: { debit: 'UNMATCHED', credit: 'CLEARING' },
  /** An operator found nobody: the bank sends it back. */
  UNMATCHED_RETURN: { debit: 'UNMATCHED', credit: 'CLEARING' },
  /** Together with the payment; the fee stays if the payment is returned. */
  FEE: { debit: 'SETTLEMENT', credit: 'FEES' },
  /** The processor takes its fee of a charge, refund or dispute, or one of its own. */
  PROCESSOR_FEE: { debit: 'AT_PROCESSOR', credit: 'CLEARING' },
  PROCESSOR_FEE_REVERSAL: { debit: 'CLEARING', credit: 'AT_PROCESSOR' },
  PROCESSOR_RESERVE: { debit: 'AT_PROCESSOR', credit: 'RESERVE' },
  PROCESSOR_RESERVE_RELEASE: { debit: 'RESERVE', credit: 'AT_PROCESSOR' },
  /** Both in one entry of the processor: out of one currency, into the other. */
  EXCHANGE_OUT: { debit: 'AT_PROCESSOR', credit: 'EXCHANGE' },
  EXCHANGE_IN: { debit: 'EXCHANGE', credit: 'AT_PROCESSOR' },
  /** The processor paid out: from here on payouts of ours may use it. */
  PROCESSOR_PAYOUT: { debit: 'AT_PROCESSOR', credit: 'SETTLEMENT' },
  PROCESSOR_PAYOUT_REVERSAL: { debit: 'SETTLEMENT', credit: 'AT_PROCESSOR' },
} as const satisfies Record<string, { debit: LedgerAccountKind; credit: LedgerAccountKind }>;

export type TransferKind = keyof typeof ENTRIES;

/** The name of an account consists of its properties, so that a transfer needs no look-up. */
export function ledgerAccount(kind: LedgerAccountKind, account: PaymentAccountId): string {
  return `${kind.toLowerCase()}:${account}`;
}

export interface LedgerAccountKey {
  readonly kind: LedgerAccountKind;
  readonly accountId: PaymentAccountId;
  readonly currency: string;
}

export interface TransferOrder {
  readonly ledgerTransferId: LedgerTransferId;
  readonly customerAppId: CustomerAppId;
  readonly kind: TransferKind;
  /** The settlement account whose books it is in. */
  readonly accountId: PaymentAccountId;
  /** Minor units, more than 0. */
  readonly amount: number;
  readonly currency: string;
  readonly paymentId?: PaymentId | null;
  readonly refundId?: Id<'Refund'> | null;
  /** The event of a dispute that moves the money; null if more of the payment became free. */
  readonly dispute?: { readonly disputeId: DisputeId; readonly sequence: number | null };
  /** The payout that moves the money; each kind of transfer once. */
  readonly payoutId?: PayoutId;
  /**
   * Whether the money is still at a card processor: then the transfer moves it there, and not what
   * payouts may use.
   */
  readonly atProcessor?: boolean;
  /** The entry or payout of a processor that moves the money: its place and name. */
  readonly processorReference?: string;
  readonly occurredAt: Date;
}

/** One row with both sides: it sums to zero by construction. */
export function transferOf({
  accountId,
  dispute,
  atProcessor = false,
  ...order
}: TransferOrder): Transfer {
  const { amount } = Money.of(order.amount, order.currency);
  if (amount < 1) throw new RangeError('a transfer moves at least one minor unit');
  const { debit, credit } = ENTRIES[order.kind];
  const sideOf = (kind: LedgerAccountKind) =>
    ledgerAccount(atProcessor && kind === 'SETTLEMENT' ? 'AT_PROCESSOR' : kind, accountId);
  return {
    ...order,
    debitAccount: sideOf(debit),
    creditAccount: sideOf(credit),
    paymentId: order.paymentId ?? null,
    refundId: order.refundId ?? null,
    disputeId: dispute?.disputeId ?? null,
    disputeSequence: dispute?.sequence ?? null,
    payoutId: order.payoutId ?? null,
    processorReference: order.processorReference ?? null,
  };
}
