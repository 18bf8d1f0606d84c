import { Aggregate, plusMs, type PaymentId, type Failure } from '@towpath/kernel';
import { billMachine } from './bill.transitions.js';
import type { BillSnapshot } from './bill.table.js';

const CONTENT = [
  'referenceId',
  'amount',
  'currency',
  'description',
  'billDate',
  'dueDate',
  'isAutopayEligible',
  'extMetadata',
  'metadata',
] as const;

/** The part of a bill that the source provides, and may change until the bill is paid. */
export type BillContent = Pick<BillSnapshot, (typeof CONTENT)[number]>;

type BillIdentity = Pick<
  BillSnapshot,
  'billId' | 'customerAppId' | 'integrationId' | 'externalBillId' | 'userId' | 'externalUserId'
>;

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
  readonly failure: Failure | null;
}

/** How often autopay charges a bill again, after debits that were returned or charges that failed. */
const MAX_REPEATS = 2;
const REPEAT_AFTER_FAILURE_MS = 86_400_000;

const REFUSED: Failure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The payment of the bill failed.',
};

/** Something to pay, as an external billing system has it. */
export class Bill extends Aggregate<BillSnapshot, typeof billMachine> {
  private refusal: Failure | null = null;
  private readonly first = this.values;

  static receive(identity: BillIdentity, content: BillContent, at: Date): Bill {
    const autopayAt = dueTime(content, at);
    const autopay = { autopayAt, autopayPaymentId: null, autopaySetbacks: 0 };
    const bill = new Bill(billMachine, {
      ...identity,
      ...content,
      ...autopay,
      createdAt: at,
      updatedAt: at,
    });
    bill.move('receive', at);
    return bill;
  }

  static restore(snapshot: BillSnapshot): Bill {
    return new Bill(billMachine, snapshot);
  }

  /** Whether this transaction moved the bill, or changed its data. */
  get isChanged(): boolean {
    return this.changes.length > 0 || this.values !== this.first;
  }

  /** Why it failed in this transaction. */
  get failure(): Failure | null {
    return this.refusal;
  }

  get isOpen(): boolean {
    return this.status === 'UNPAID' || this.status === 'FAILED';
  }

  has(content: BillContent): boolean {
    return isSame(contentOf(this.values), content);
  }

  /** Other content before it is paid; charged on the new due date. The same content is no change. */
  change(content: BillContent, at: Date): void {
    if (this.has(content)) return;
    this.move('change', at);
    this.set({ ...content, autopayAt: dueTime(content, at), autopayPaymentId: null });
  }

  /** A repeat changes nothing. */
  withdraw(at: Date): void {
    if (this.status === 'CANCELLED') return;
    this.move('withdraw', at, 'withdrawn at its source');
    this.set({ autopayAt: null });
  }

  /**
   * Applies the payments of the bill; what stays of all of them decides, so it is repeatable.
   *
   * @param payments newest first
   */
  follow(payments: readonly BillPayment[], at: Date): void {
    if (!this.isOpen) return;
    if (this.missing(payments) <= 0) {
      this.move('pay', at);
      this.set({ autopayAt: null });
      return;
    }
    const latest = latestOf(payments);
    if (latest?.status === 'FAILED' && this.status === 'UNPAID') {
      this.moveToFailed(latest.failure ?? REFUSED, at);
    } else if (latest && latest.status !== 'FAILED' && this.status === 'FAILED') {
      this.move('retry', at);
    }
    this.planRepeat(payments, at);
  }

  /** What the payments leave to be paid, minor units. */
  missing(payments: readonly BillPayment[]): number {
    return this.values.amount - keptOf(payments);
  }

  /** Autopay was refused. A bill that had failed before stays so. */
  fail(failure: Failure, at: Date): void {
    if (this.status === 'UNPAID') this.moveToFailed(failure, at);
    this.endAutopay();
  }

  /** This payment pays the bill automatically; the bill is checked again later in case it fails. */
  startAutopay(paymentId: PaymentId, checkAgainAt: Date): void {
    this.set({ autopayPaymentId: paymentId, autopayAt: checkAgainAt });
  }

  /** Autopay has to wait: it decides again at this time. */
  postponeAutopay(until: Date): void {
    this.set({ autopayAt: until });
  }

  /**
   * Nothing more is charged without the payer until the source changes the bill, a bank returns a
   * debit, or a charge fails.
   */
  endAutopay(): void {
    this.set({ autopayAt: null });
  }

  /**
   * A debit that was returned, or a charge that failed, may be charged again. Each counts once,
   * whenever and how often it is reported.
   */
  private planRepeat(payments: readonly BillPayment[], at: Date): void {
    const { autopaySetbacks, autopayAt, autopayPaymentId } = this.values;
    const setbacks = setbacksOf(payments);
    if (setbacks <= autopaySetbacks || payments.some(({ status }) => status === 'OPEN')) return;
    this.set({ autopaySetbacks: setbacks });
    if (autopayAt !== null && autopayPaymentId === null) return;
    const failed = latestOf(payments)?.status === 'FAILED';
    const earliest = failed ? plusMs(at, REPEAT_AFTER_FAILURE_MS) : at;
    const mayRepeat = setbacks <= MAX_REPEATS;
    this.set({
      autopayPaymentId: mayRepeat ? null : autopayPaymentId,
      autopayAt: mayRepeat ? dueTime(this.values, earliest) : null,
    });
  }

  private moveToFailed(failure: Failure, at: Date): void {
    this.move('fail', at, failure.code);
    this.refusal = failure;
  }
}

/** The content of a bill after the erasure of the payer. */
export function withoutTexts(content: BillContent): BillContent {
  return { ...content, description: null, extMetadata: null, metadata: null };
}

/** A due date that has passed is now. */
function dueTime({ isAutopayEligible, dueDate }: BillContent, now: Date): Date | null {
  if (!isAutopayEligible || dueDate === null) return null;
  return dueDate < now ? now : dueDate;
}

export function contentOf(values: BillContent): BillContent {
  return Object.fromEntries(
    CONTENT.map((member) => [member, values[member]]),
  ) as unknown as BillContent;
}

function isSame(one: BillContent, other: BillContent): boolean {
  return sorted(one) === sorted(contentOf(other));
}

/** Equal for equal content, whatever the order of its members. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Minor units that all payments together brought in and left. */
function keptOf(payments: readonly BillPayment[]): number {
  return payments
    .filter(({ status }) => status === 'EXECUTED')
    .reduce((sum, { keptAmount }) => sum + keptAmount, 0);
}

/** @param payments newest first */
function latestOf(payments: readonly BillPayment[]): BillPayment | undefined {
  return payments.find(({ status }) => status !== 'CANCELLED');
}

/** After these, and after nothing else, autopay charges a bill again. */
function setbacksOf(payments: readonly BillPayment[]): number {
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
