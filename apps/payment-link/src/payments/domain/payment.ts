import {
  Lifecycle,
  Money,
  type CustomerAppId,
  type ErrorCode,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentMethodId,
  type PaymentUserId,
  type StateChange,
} from '@towpath/kernel';
import {
  paymentMachine,
  type PaymentCommand,
  type PaymentEventName,
  type PaymentState,
} from './payment.transitions.js';

export type PaymentChange = StateChange<PaymentState, PaymentCommand, PaymentEventName>;

/** What is known when a payment starts and never changes afterwards. */
export interface PaymentTerms {
  readonly paymentId: PaymentId;
  readonly customerAppId: CustomerAppId;
  readonly type: 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';
  /** Minor units, without surcharge. */
  readonly amount: number;
  readonly surchargeAmount: number;
  readonly currency: string;
  readonly live: boolean;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  readonly recipientAccountId: PaymentAccountId;
  readonly paymentLinkId: PaymentLinkId | null;
  readonly attemptId: PaymentAttemptId | null;
  readonly paymentMethodId: PaymentMethodId | null;
  readonly description: string | null;
  readonly externalTransactionReference: string | null;
  readonly recurringPaymentMode: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export interface PaymentFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** What the bank or gateway told us, in the words of the interface. No rule depends on it. */
export interface ProcessorReport {
  readonly processorDetails: object | null;
  readonly cardDetails: object | null;
  readonly walletDetails: object | null;
}

export interface PaymentSnapshot extends PaymentTerms, ProcessorReport {
  readonly status: PaymentState;
  readonly sequence: number;
  readonly failure: PaymentFailure | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<PaymentSnapshot, 'status' | 'sequence'>;

/** One movement of money from a payer to a settlement account. */
export class Payment {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<PaymentState, PaymentCommand, PaymentEventName>,
  ) {}

  /** The payer chose a method in the hosted page. */
  static startInHostedPage(terms: PaymentTerms, at: Date): Payment {
    return Payment.start('startInHostedPage', terms, at);
  }

  /** The customer app charges a stored method; the payer is not there. */
  static chargeStoredMethod(terms: PaymentTerms, at: Date): Payment {
    return Payment.start('chargeStoredMethod', terms, at);
  }

  private static start(command: PaymentCommand, terms: PaymentTerms, at: Date): Payment {
    const { amount } = Money.of(terms.amount, terms.currency);
    if (amount < 1) throw new RangeError('a payment moves at least one minor unit');
    const lifecycle = new Lifecycle(paymentMachine, null);
    lifecycle.move(command, at);
    const unknown = {
      failure: null,
      processorDetails: null,
      cardDetails: null,
      walletDetails: null,
    };
    return new Payment({ ...terms, ...unknown, createdAt: at, updatedAt: at }, lifecycle);
  }

  static restore(snapshot: PaymentSnapshot): Payment {
    const { status, sequence, ...values } = snapshot;
    return new Payment(values, new Lifecycle(paymentMachine, { status, sequence }));
  }

  get snapshot(): PaymentSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly PaymentChange[] {
    return this.lifecycle.changes;
  }

  get id(): PaymentId {
    return this.values.paymentId;
  }

  get status(): PaymentState {
    return this.lifecycle.status;
  }

  beginAuthorization(at: Date): void {
    this.move('beginAuthorization', at);
  }

  /** Authorized and handed over for capture: the decision after which money may move. */
  authorizeAndSubmit(at: Date, report: ProcessorReport): void {
    this.move('authorize', at);
    this.move('submit', at);
    this.note(report);
  }

  /** A charge that may be captured from here on. */
  submit(at: Date, report: ProcessorReport): void {
    this.move('submit', at);
    this.note(report);
  }

  execute(at: Date, report: ProcessorReport): void {
    this.move('execute', at);
    this.note(report);
  }

  fail(at: Date, failure: PaymentFailure, report: ProcessorReport): void {
    this.move('fail', at);
    this.note(report);
    this.values = { ...this.values, failure };
  }

  cancel(at: Date, reason: string): void {
    this.move('cancel', at, reason);
  }

  /** The gateway had reported a failure and now shows the money captured. */
  correctToExecuted(at: Date, reason: string, report: ProcessorReport): void {
    this.move('correctToExecuted', at, reason);
    this.note(report);
    this.values = { ...this.values, failure: null };
  }

  private move(command: PaymentCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.values = { ...this.values, updatedAt: at };
  }

  /** A later report completes an earlier one; it never erases what is known. */
  private note(report: ProcessorReport): void {
    this.values = {
      ...this.values,
      processorDetails: completed(this.values.processorDetails, report.processorDetails),
      cardDetails: completed(this.values.cardDetails, report.cardDetails),
      walletDetails: completed(this.values.walletDetails, report.walletDetails),
    };
  }
}

function completed(known: object | null, later: object | null): object | null {
  return known === null ? later : { ...known, ...later };
}
