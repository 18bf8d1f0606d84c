import {
  Aggregate,
  Money,
  nextFollowUp,
  type PaymentId,
  type PayoutId,
  type Failure,
  type PayoutBankStatus,
} from '@towpath/kernel';
import type { PaymentState } from '../payments/payment.transitions.js';
import type { PayoutSnapshot } from './payout.table.js';
import { payoutMachine, type PayoutCommand, type PayoutState } from './payout.transitions.js';

/** The report of the bank. */
export type BankReport = Pick<PayoutSnapshot, 'processorReference' | 'bankTransactionReference'>;

/** What is known at the start, and never changes. */
export type PayoutTerms = Omit<
  PayoutSnapshot,
  'status' | 'sequence' | 'createdAt' | 'updatedAt' | keyof typeof UNKNOWN
>;

const UNKNOWN = {
  processorReference: null,
  bankTransactionReference: null,
  failure: null,
  fundingPaymentId: null,
  submittedAt: null,
  executedAt: null,
  returnedAt: null,
  returnReason: null,
  dueAt: null,
  questionsAsked: 0,
} as const;

/** Money from a settlement account to the account of a payment user. */
export class Payout extends Aggregate<PayoutSnapshot, typeof payoutMachine> {
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
    const values = { ...terms, ...UNKNOWN, createdAt: at, updatedAt: at };
    const payout = new Payout(payoutMachine, values);
    payout.move(command, at);
    return payout;
  }

  static restore(snapshot: PayoutSnapshot): Payout {
    return new Payout(payoutMachine, snapshot);
  }

  get id(): PayoutId {
    return this.values.payoutId;
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

  failFunding(at: Date, failure: Failure): void {
    this.move('failFunding', at);
    this.set({ failure, dueAt: null });
  }

  /** The decision after which the bank may move the money. */
  submit(at: Date): void {
    this.move('submit', at);
    this.set({ submittedAt: at });
  }

  giveUp(at: Date, failure: Failure): void {
    this.move('giveUp', at);
    this.set({ failure, dueAt: null });
  }

  execute(at: Date, report: BankReport): void {
    this.move('execute', at);
    this.note(report);
    this.set({ executedAt: at, dueAt: null });
  }

  reject(at: Date, failure: Failure, report: BankReport): void {
    this.move('reject', at);
    this.note(report);
    this.set({ failure, dueAt: null });
  }

  /** It was executed, perhaps unseen, and the money came back; the payout stays executed. */
  takeBack(at: Date, reason: string, report: BankReport): void {
    if (this.status === 'SUBMITTED') this.execute(at, report);
    this.move('takeBack', at, reason);
    this.set({ returnedAt: at, returnReason: reason, dueAt: null });
  }

  /** The bank executed a payout that we recorded as failed. */
  correctToExecuted(at: Date, reason: string, report: BankReport): void {
    this.move('correctToExecuted', at, reason);
    this.note(report);
    this.set({ failure: null, executedAt: at, dueAt: null });
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

  /** A later report completes an earlier one; absent members stay unchanged. */
  private note({ processorReference, bankTransactionReference }: BankReport): void {
    const { values } = this;
    this.set({
      processorReference: processorReference ?? values.processorReference,
      bankTransactionReference: bankTransactionReference ?? values.bankTransactionReference,
    });
  }
}

/** The recipient deleted the account or was erased, so the payout cannot be sent. */
export const RECIPIENT_GONE: Failure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the recipient was deleted before the bank took the payout.',
};

/**
 * The next step for a payout.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `SEND`: the order never arrived; send it again.
 * - `SUCCEED`, `FAIL`: adopt the bank's outcome.
 * - `CORRECT`: the money moved although we recorded a failure; our books follow it.
 * - `TAKE_BACK`: the money moved and came back.
 */
type PayoutStep = 'REST' | 'WAIT' | 'SEND' | 'SUCCEED' | 'FAIL' | 'CORRECT' | 'TAKE_BACK';

/** Before `SUBMITTED` we sent no order, so no status of a bank refers to this payout. */
export function payoutStep(state: PayoutState, bankStatus: PayoutBankStatus): PayoutStep {
  if (state === 'SUBMITTED') return OF_SUBMITTED[bankStatus];
  if (state === 'EXECUTED' && bankStatus === 'RETURNED') return 'TAKE_BACK';
  return state === 'FAILED' && bankStatus === 'EXECUTED' ? 'CORRECT' : 'REST';
}

const OF_SUBMITTED: Record<PayoutBankStatus, PayoutStep> = {
  NOT_SEEN: 'SEND',
  PENDING: 'WAIT',
  EXECUTED: 'SUCCEED',
  REJECTED: 'FAIL',
  RETURNED: 'TAKE_BACK',
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
