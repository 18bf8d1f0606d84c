import {
  Lifecycle,
  Money,
  nextFollowUp,
  type PaymentId,
  type PayoutId,
  type StateChange,
} from '@towpath/kernel';
import type { PaymentState } from '../payments/payment.transitions.js';
import type { PayoutSnapshot } from './payout.table.js';
import {
  payoutMachine,
  type PayoutCommand,
  type PayoutEventName,
  type PayoutState,
} from './payout.transitions.js';

type PayoutChange = StateChange<PayoutState, PayoutCommand, PayoutEventName>;

export type PayoutFailure = NonNullable<PayoutSnapshot['failure']>;

/** The report of the bank. */
export type BankReport = Pick<PayoutSnapshot, 'processorReference' | 'bankTransactionReference'>;

/** What is known at the start, and never changes. */
export type PayoutTerms = Omit<
  PayoutSnapshot,
  'status' | 'sequence' | 'createdAt' | 'updatedAt' | keyof typeof UNKNOWN
>;

type Values = Omit<PayoutSnapshot, 'status' | 'sequence'>;

const UNKNOWN = {
  processorReference: null,
  bankTransactionReference: null,
  failure: null,
  fundingPaymentId: null,
  submittedAt: null,
  executedAt: null,
  dueAt: null,
  questionsAsked: 0,
} as const;

/** Money from a settlement account to the account of a payment user. */
export class Payout {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<PayoutState, PayoutCommand, PayoutEventName>,
  ) {}

  /** Waits for the customer app's confirmation. */
  static propose(terms: PayoutTerms, at: Date): Payout {
    return Payout.begin('propose', terms, at);
  }

  /** To be sent at once; the caller holds its amount in the same transaction. */
  static start(terms: PayoutTerms, at: Date): Payout {
    const payout = Payout.begin('start', terms, at);
    payout.set({ dueAt: at });
    return payout;
  }

  /** @param dueAt the first instant of its day */
  static schedule(terms: PayoutTerms, at: { readonly now: Date; readonly dueAt: Date }): Payout {
    const payout = Payout.begin('schedule', terms, at.now);
    payout.set({ dueAt: at.dueAt });
    return payout;
  }

  private static begin(command: PayoutCommand, terms: PayoutTerms, at: Date): Payout {
    const { amount } = Money.of(terms.amount, terms.currency);
    if (amount < 1) throw new RangeError('a payout moves at least one minor unit');
    const lifecycle = new Lifecycle(payoutMachine, null);
    lifecycle.move(command, at);
    return new Payout({ ...terms, ...UNKNOWN, createdAt: at, updatedAt: at }, lifecycle);
  }

  static restore(snapshot: PayoutSnapshot): Payout {
    const { status, sequence, ...values } = snapshot;
    return new Payout(values, new Lifecycle(payoutMachine, { status, sequence }));
  }

  get snapshot(): PayoutSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly PayoutChange[] {
    return this.lifecycle.changes;
  }

  get id(): PayoutId {
    return this.values.payoutId;
  }

  get status(): PayoutState {
    return this.lifecycle.status;
  }

  /** The customer app agrees; the caller holds the amount in the same transaction. */
  confirm(at: Date): void {
    this.move('confirm', at);
    this.set({ dueAt: at });
  }

  cancel(at: Date): void {
    this.move('cancel', at);
    this.rest();
  }

  /** @param fundingPaymentId names the charge of the mandate, so that it is charged once */
  pullFunds(at: Date, fundingPaymentId: PaymentId): void {
    this.move('pullFunds', at);
    this.set({ fundingPaymentId });
  }

  /** Its amount is held since it was started. */
  takeHeldFunds(at: Date): void {
    this.move('reserveFunds', at);
    this.move('fund', at);
  }

  /** The funds arrived; the caller holds them in the same transaction. */
  fund(at: Date): void {
    this.move('fund', at);
  }

  failFunding(at: Date, failure: PayoutFailure): void {
    this.move('failFunding', at);
    this.end({ failure });
  }

  /** The decision after which the bank may move the money. */
  submit(at: Date): void {
    this.move('submit', at);
    this.set({ submittedAt: at });
  }

  giveUp(at: Date, failure: PayoutFailure): void {
    this.move('giveUp', at);
    this.end({ failure });
  }

  execute(at: Date, report: BankReport): void {
    this.move('execute', at);
    this.note(report);
    this.end({ executedAt: at });
  }

  reject(at: Date, failure: PayoutFailure, report: BankReport): void {
    this.move('reject', at);
    this.note(report);
    this.end({ failure });
  }

  /** The bank executed a payout that we recorded as failed. */
  correctToExecuted(at: Date, reason: string, report: BankReport): void {
    this.move('correctToExecuted', at, reason);
    this.note(report);
    this.end({ failure: null, executedAt: at });
  }

  /** Takes the step that is due, so that no second worker takes it too; false without one. */
  claim(now: Date): boolean {
    const { dueAt, questionsAsked } = this.values;
    if (dueAt === null || dueAt > now) return false;
    this.set({ questionsAsked: questionsAsked + 1, dueAt: nextFollowUp(questionsAsked, now) });
    return true;
  }

  /** The caller asks after the commit; if the caller dies, the job asks. */
  wake(now: Date): void {
    this.makeDue(nextFollowUp(0, now));
  }

  /** The status may have changed: the job asks at this instant. */
  makeDue(at: Date): void {
    this.set({ questionsAsked: 0, dueAt: at });
  }

  /** No more steps are necessary. */
  rest(): void {
    this.set({ dueAt: null });
  }

  private end(values: Partial<Values>): void {
    this.set({ ...values, dueAt: null });
  }

  private move(command: PayoutCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.set({ updatedAt: at });
  }

  /** A later report completes an earlier one; absent members stay unchanged. */
  private note({ processorReference, bankTransactionReference }: BankReport): void {
    const { values } = this;
    this.set({
      processorReference: processorReference ?? values.processorReference,
      bankTransactionReference: bankTransactionReference ?? values.bankTransactionReference,
    });
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}

/** The recipient deleted the account or was erased, so the payout cannot be sent. */
export const RECIPIENT_GONE: PayoutFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the recipient was deleted before the bank took the payout.',
};

/** The bank's status of a payout. */
export const PAYOUT_BANK_STATUSES = ['NOT_SEEN', 'PENDING', 'EXECUTED', 'REJECTED'] as const;
export type PayoutBankStatus = (typeof PAYOUT_BANK_STATUSES)[number];

/**
 * The next step for a payout.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `SEND`: the order never arrived; send it again.
 * - `SUCCEED`, `FAIL`: adopt the bank's outcome.
 * - `CORRECT`: the money moved although we recorded a failure; our books follow it.
 */
type PayoutStep = 'REST' | 'WAIT' | 'SEND' | 'SUCCEED' | 'FAIL' | 'CORRECT';

/** Before `SUBMITTED` we sent no order, so no status of a bank refers to this payout. */
export function payoutStep(state: PayoutState, bankStatus: PayoutBankStatus): PayoutStep {
  if (state === 'SUBMITTED') return OF_SUBMITTED[bankStatus];
  return state === 'FAILED' && bankStatus === 'EXECUTED' ? 'CORRECT' : 'REST';
}

const OF_SUBMITTED: Record<PayoutBankStatus, PayoutStep> = {
  NOT_SEEN: 'SEND',
  PENDING: 'WAIT',
  EXECUTED: 'SUCCEED',
  REJECTED: 'FAIL',
};

/**
 * The next step of a scheduled payout for the payment that collects its funds.
 * - `PULL`: there is no such payment yet; charge the mandate.
 * - `WAIT`: the bank has not decided.
 * - `FUND`: the money is available.
 * - `FAIL`: the money did not arrive, or was returned before its use.
 */
type FundingStep = 'PULL' | 'WAIT' | 'FUND' | 'FAIL';

const STEPS: Readonly<Record<PaymentState, FundingStep>> = {
  CREATED: 'WAIT',
  AUTHORIZATION_REQUIRED: 'WAIT',
  AUTHORIZING: 'WAIT',
  PROCESSING: 'WAIT',
  SUBMITTED: 'WAIT',
  EXECUTED: 'FUND',
  FAILED: 'FAIL',
  REVOKED: 'FAIL',
  CANCELLED: 'FAIL',
};

interface FundingPayment {
  readonly status: PaymentState;
  /** The bank gave money back to the payer, a refund does so, or it is disputed. */
  readonly isReduced: boolean;
}

export function fundingStep(payment: FundingPayment | null): FundingStep {
  if (!payment) return 'PULL';
  return payment.isReduced ? 'FAIL' : STEPS[payment.status];
}
