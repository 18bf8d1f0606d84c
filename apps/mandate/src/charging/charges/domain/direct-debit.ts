import {
  askingNow,
  type ChargeBankStatus,
  claimFollowUp,
  type CustomerAppId,
  followUpsFrom,
  Lifecycle,
  type MandateId,
  type PaymentId,
  type StateChange,
} from '@towpath/kernel';
import type { BankWord, Objection } from './bank-word.js';
import {
  directDebitMachine,
  type DirectDebitCommand,
  type DirectDebitState,
} from './direct-debit.transitions.js';

interface DirectDebitTerms {
  /** Ours and the bank's name of the collection: one payment is collected once. */
  readonly paymentId: PaymentId;
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** The bank, for example `GW3`. */
  readonly integrationId: string;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: the period whose limit it uses; null for a mandate without one. */
  readonly periodStart: string | null;
}

export interface DirectDebitSnapshot extends DirectDebitTerms {
  readonly status: DirectDebitState;
  readonly sequence: number;
  /** Whether its amount counts in its period. */
  readonly reserved: boolean;
  readonly failure: Objection | null;
  readonly reason: BankWord['reason'];
  readonly bankTransactionReference: string | null;
  /** In the words of the public interface. No rule depends on it. */
  readonly processorDetails: object | null;
  /** When to ask the bank next; null if both sides agree permanently. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<DirectDebitSnapshot, 'status' | 'sequence'>;
type DirectDebitChange = StateChange<DirectDebitState, DirectDebitCommand, never>;

const BANK_STATUSES: Record<DirectDebitState, ChargeBankStatus> = {
  RESERVED: 'NOT_SEEN',
  SUBMITTED: 'PENDING',
  EXECUTED: 'EXECUTED',
  FAILED: 'FAILED',
  REVOKED: 'REVOKED',
  RETURNED: 'RETURNED',
};

/** One collection of a payment under a mandate. */
export class DirectDebit {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<DirectDebitState, DirectDebitCommand, never>,
  ) {}

  static reserve(
    terms: DirectDebitTerms,
    at: { readonly now: Date; readonly followUpAt: Date },
  ): DirectDebit {
    const lifecycle = new Lifecycle(directDebitMachine, null);
    lifecycle.move('reserve', at.now);
    const said = { failure: null, reason: null };
    const unknown = { ...said, bankTransactionReference: null, processorDetails: null };
    const times = { createdAt: at.now, updatedAt: at.now, followUpAt: at.followUpAt };
    return new DirectDebit(
      { ...terms, ...unknown, ...times, reserved: true, followUpsAsked: 0 },
      lifecycle,
    );
  }

  static restore({ status, sequence, ...values }: DirectDebitSnapshot): DirectDebit {
    return new DirectDebit(values, new Lifecycle(directDebitMachine, { status, sequence }));
  }

  get snapshot(): DirectDebitSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly DirectDebitChange[] {
    return this.lifecycle.changes;
  }

  get status(): DirectDebitState {
    return this.lifecycle.status;
  }

  /** The bank's report so far, in its own words. */
  get answer(): BankWord {
    const { failure, reason, bankTransactionReference, processorDetails } = this.values;
    const bankStatus = BANK_STATUSES[this.status];
    return { bankStatus, failure, reason, bankTransactionReference, processorDetails };
  }

  /** Adopts the bank's status; a later answer completes an earlier one. */
  follow(
    commands: readonly DirectDebitCommand[],
    answer: Omit<BankWord, 'bankStatus'>,
    at: Date,
  ): void {
    for (const command of commands) this.lifecycle.move(command, at);
    const { processorDetails } = this.values;
    this.set({
      failure: answer.failure,
      reason: answer.reason,
      bankTransactionReference:
        answer.bankTransactionReference ?? this.values.bankTransactionReference,
      processorDetails: answer.processorDetails
        ? { ...processorDetails, ...answer.processorDetails }
        : processorDetails,
      updatedAt: at,
    });
  }

  /** Releases the amount in its period; repeatable. */
  release(): void {
    this.set({ reserved: false });
  }

  /** It counts after all: the bank collected what had been given up. */
  retake(): void {
    this.set({ reserved: true });
  }

  /** The bank received a request: the schedule starts again. */
  askFromNowOn(followUpAt: Date): void {
    this.set(followUpsFrom(followUpAt));
  }

  /** The caller asks; if the caller dies, the schedule asks. */
  askNow(now: Date): void {
    this.set(askingNow(now));
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claimFollowUp(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.set(next);
    return next !== null;
  }

  /** No more questions are necessary. */
  rest(): void {
    this.set({ followUpAt: null });
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}
