import {
  Lifecycle,
  Schedule,
  type ChargeBankStatus,
  type FollowUps,
  type StateChange,
} from '@towpath/kernel';
import type { DirectDebitSnapshot } from './direct-debit.table.js';
import {
  directDebitMachine,
  type DirectDebitCommand,
  type DirectDebitState,
} from './direct-debit.transitions.js';

type Values = Omit<DirectDebitSnapshot, 'status' | 'sequence' | keyof FollowUps>;
type DirectDebitTerms = Pick<
  Values,
  | 'paymentId'
  | 'customerAppId'
  | 'mandateId'
  | 'integrationId'
  | 'connector'
  | 'amount'
  | 'currency'
  | 'periodStart'
>;
type DirectDebitChange = StateChange<DirectDebitState, DirectDebitCommand, never>;

/** The bank's report of a charge. */
type BankReport = Pick<
  Values,
  'failure' | 'reason' | 'bankTransactionReference' | 'processorDetails'
>;

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
    readonly schedule: Schedule,
  ) {}

  /** The caller sends it after the commit. */
  static reserve(terms: DirectDebitTerms, now: Date): DirectDebit {
    const lifecycle = new Lifecycle(directDebitMachine, null);
    lifecycle.move('reserve', now);
    const unknown = { failure: null, reason: null, bankTransactionReference: null };
    const times = { createdAt: now, updatedAt: now };
    return new DirectDebit(
      { ...terms, ...unknown, processorDetails: null, ...times, reserved: true, reinstated: false },
      lifecycle,
      Schedule.asking(now),
    );
  }

  static restore({ status, sequence, ...values }: DirectDebitSnapshot): DirectDebit {
    const lifecycle = new Lifecycle(directDebitMachine, { status, sequence });
    return new DirectDebit(values, lifecycle, new Schedule(values));
  }

  get snapshot(): DirectDebitSnapshot {
    const { status, sequence } = this.lifecycle;
    return { ...this.values, ...this.schedule.followUps, status, sequence };
  }

  get changes(): readonly DirectDebitChange[] {
    return this.lifecycle.changes;
  }

  get status(): DirectDebitState {
    return this.lifecycle.status;
  }

  /** The bank's report so far. */
  get answer(): BankReport & { readonly bankStatus: ChargeBankStatus } {
    const { failure, reason, bankTransactionReference, processorDetails } = this.values;
    const bankStatus = this.values.reinstated ? 'REINSTATED' : BANK_STATUSES[this.status];
    return { bankStatus, failure, reason, bankTransactionReference, processorDetails };
  }

  /** Adopts the bank's status; a later answer completes an earlier one. */
  follow(commands: readonly DirectDebitCommand[], answer: BankReport, at: Date): void {
    for (const command of commands) this.lifecycle.move(command, at);
    const { bankTransactionReference, processorDetails } = this.values;
    this.values = {
      ...this.values,
      reinstated: this.values.reinstated || commands.includes('reinstate'),
      failure: answer.failure,
      reason: answer.reason,
      bankTransactionReference: answer.bankTransactionReference ?? bankTransactionReference,
      processorDetails: answer.processorDetails
        ? { ...processorDetails, ...answer.processorDetails }
        : processorDetails,
      updatedAt: at,
    };
  }

  /** Whether its amount counts in its period: not once it has ended without money. */
  count(reserved: boolean): void {
    this.values = { ...this.values, reserved };
  }
}
