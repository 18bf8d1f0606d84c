import {
  Lifecycle,
  plusMs,
  type BillId,
  type CustomerAppId,
  type PaymentId,
  type PaymentUserId,
  type StateChange,
} from '@towpath/kernel';
import {
  billMachine,
  type BillCommand,
  type BillEventName,
  type BillState,
} from './bill.transitions.js';
import {
  keptOf,
  latestOf,
  MOST_REPEATS,
  REPEAT_AFTER_FAILURE_MS,
  setbacksOf,
  type BillFailure,
  type BillPayment,
} from './bill-payment.js';

type BillChange = StateChange<BillState, BillCommand, BillEventName>;

/** The fixed data of a bill. */
interface BillIdentity {
  readonly billId: BillId;
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
  /** The source's ID. */
  readonly externalBillId: string;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
}

/** The part of a bill that the source provides, and may change until the bill is paid. */
export interface BillContent {
  readonly referenceId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly billDate: Date | null;
  readonly dueDate: Date | null;
  readonly isAutopayEligible: boolean;
  readonly extMetadata: object | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export interface BillSnapshot extends BillIdentity, BillContent {
  readonly status: BillState;
  readonly sequence: number;
  /** When to charge without the payer; null if that is done, or not requested. */
  readonly autopayAt: Date | null;
  /** The payment that autopay started, or is about to. */
  readonly autopayPaymentId: PaymentId | null;
  /** Returned debits and failed charges for which autopay was already planned again. */
  readonly autopaySetbacks: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<BillSnapshot, 'status' | 'sequence'>;

const REFUSED: BillFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The payment of the bill failed.',
};

/** Something to pay, as an external billing system has it. */
export class Bill {
  private told: BillFailure | null = null;
  private readonly first: Values;

  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<BillState, BillCommand, BillEventName>,
  ) {
    this.first = values;
  }

  static receive(identity: BillIdentity, content: BillContent, at: Date): Bill {
    const lifecycle = new Lifecycle(billMachine, null);
    lifecycle.move('receive', at);
    const values = {
      ...identity,
      ...content,
      autopayAt: dueTime(content, at),
      autopayPaymentId: null,
      autopaySetbacks: 0,
      createdAt: at,
      updatedAt: at,
    };
    return new Bill(values, lifecycle);
  }

  static restore({ status, sequence, ...values }: BillSnapshot): Bill {
    return new Bill(values, new Lifecycle(billMachine, { status, sequence }));
  }

  get snapshot(): BillSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly BillChange[] {
    return this.lifecycle.changes;
  }

  /** Whether this transaction moved the bill, or changed its data. */
  get isChanged(): boolean {
    return this.changes.length > 0 || this.values !== this.first;
  }

  get status(): BillState {
    return this.lifecycle.status;
  }

  /** Why it failed in this transaction. */
  get failure(): BillFailure | null {
    return this.told;
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
    this.values = {
      ...this.values,
      ...content,
      autopayAt: dueTime(content, at),
      autopayPaymentId: null,
    };
  }

  /** A repeat changes nothing. */
  withdraw(at: Date): void {
    if (this.status === 'CANCELLED') return;
    this.move('withdraw', at, 'withdrawn at its source');
    this.values = { ...this.values, autopayAt: null };
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
      this.values = { ...this.values, autopayAt: null };
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
  fail(failure: BillFailure, at: Date): void {
    if (this.status === 'UNPAID') this.moveToFailed(failure, at);
    this.endAutopay();
  }

  /** This payment pays the bill automatically; the bill is checked again later in case it fails. */
  startAutopay(paymentId: PaymentId, lookAgainAt: Date): void {
    this.values = { ...this.values, autopayPaymentId: paymentId, autopayAt: lookAgainAt };
  }

  /** Autopay has to wait: it decides again at this time. */
  postponeAutopay(until: Date): void {
    this.values = { ...this.values, autopayAt: until };
  }

  /**
   * Nothing more is charged without the payer until the source changes the bill, a bank returns a
   * debit, or a charge fails.
   */
  endAutopay(): void {
    this.values = { ...this.values, autopayAt: null };
  }

  /**
   * A debit that was returned, or a charge that failed, may be charged again. Each counts once,
   * whenever and how often it is reported.
   */
  private planRepeat(payments: readonly BillPayment[], at: Date): void {
    const { autopaySetbacks, autopayAt, autopayPaymentId } = this.values;
    const setbacks = setbacksOf(payments);
    if (setbacks <= autopaySetbacks || payments.some(({ status }) => status === 'OPEN')) return;
    this.values = { ...this.values, autopaySetbacks: setbacks };
    if (autopayAt !== null && autopayPaymentId === null) return;
    const failed = latestOf(payments)?.status === 'FAILED';
    const earliest = failed ? plusMs(at, REPEAT_AFTER_FAILURE_MS) : at;
    const mayRepeat = setbacks <= MOST_REPEATS;
    this.values = {
      ...this.values,
      autopayPaymentId: mayRepeat ? null : autopayPaymentId,
      autopayAt: mayRepeat ? dueTime(this.values, earliest) : null,
    };
  }

  private moveToFailed(failure: BillFailure, at: Date): void {
    this.move('fail', at, failure.code);
    this.told = failure;
  }

  private move(command: BillCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.values = { ...this.values, updatedAt: at };
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

function contentOf(values: BillContent): BillContent {
  const { referenceId, amount, currency, description, billDate, dueDate } = values;
  const { isAutopayEligible, extMetadata, metadata } = values;
  return {
    referenceId,
    amount,
    currency,
    description,
    billDate,
    dueDate,
    isAutopayEligible,
    extMetadata,
    metadata,
  };
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
