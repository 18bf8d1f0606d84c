import {
  Lifecycle,
  Money,
  type CustomerAppId,
  type ErrorCode,
  type MandateId,
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

type PaymentChange = StateChange<PaymentState, PaymentCommand, PaymentEventName>;

/** The fixed terms of a payment, known at its start. */
export interface PaymentTerms {
  readonly paymentId: PaymentId;
  readonly customerAppId: CustomerAppId;
  readonly type: 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';
  /** Minor units, without surcharge. */
  readonly amount: number;
  readonly surchargeAmount: number;
  /** Fee of the service for the payment. Minor units. */
  readonly feeAmount: number;
  readonly currency: string;
  readonly live: boolean;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  readonly recipientAccountId: PaymentAccountId;
  readonly paymentLinkId: PaymentLinkId | null;
  readonly attemptId: PaymentAttemptId | null;
  readonly paymentMethodId: PaymentMethodId | null;
  /** Only of a payment by direct debit. */
  readonly mandateId: MandateId | null;
  readonly description: string | null;
  readonly externalTransactionReference: string | null;
  /** The older reference of a customer app; of charges without the payer only. */
  readonly transactionReferenceId: string | null;
  readonly recurringPaymentMode: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export interface PaymentFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** The report of bank or gateway, in the words of the interface. No rule depends on it. */
export interface ProcessorReport {
  readonly processorDetails: object | null;
  readonly cardDetails: object | null;
  readonly walletDetails: object | null;
  /** For a direct debit. */
  readonly bank?: BankReport;
}

/** Bank that collects a direct debit, and its references. */
export interface BankReport {
  /** The payer's bank. */
  readonly institutionId: string | null;
  readonly senderAccountId: PaymentAccountId | null;
  readonly ddaReference: string | null;
  readonly bankTransactionReference: string | null;
}

/** Money that the bank took back after the payment was executed. */
export interface PaymentReturn {
  /** Minor units. */
  readonly amount: number;
  readonly at: Date;
  readonly reason: string;
}

export interface PaymentSnapshot extends PaymentTerms, Omit<ProcessorReport, 'bank'> {
  readonly bank: BankReport;
  readonly returned: PaymentReturn | null;
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

  /**
   * The payer has the instructions for a transfer.
   *
   * @param report the instructions
   */
  static issueInstructions(terms: PaymentTerms, report: ProcessorReport, at: Date): Payment {
    const payment = Payment.start('issueInstructions', terms, at);
    payment.note(report);
    return payment;
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
      bank: NO_BANK,
      returned: null,
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

  /** The payer authorized it; the gateway or bank has not received it yet. */
  authorize(at: Date): void {
    this.move('beginAuthorization', at);
    this.move('authorize', at);
  }

  /** Authorized and submitted for capture: after this decision money may move. */
  authorizeAndSubmit(at: Date, report: ProcessorReport): void {
    this.move('authorize', at);
    this.move('submit', at);
    this.note(report);
  }

  /** The transfer of a manual payment arrived. */
  recognizeFunds(at: Date): void {
    this.move('recognizeFunds', at);
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

  /** The mandate ended before the bank collected. */
  revoke(at: Date, reason: string | null, report: ProcessorReport): void {
    this.move('revoke', at, reason);
    this.note(report);
  }

  /** The bank gave the whole of it back to the payer; the payment stays executed. */
  takeBack(at: Date, reason: string, report: ProcessorReport): void {
    this.move('takeBack', at, reason);
    this.note(report);
    const { amount, surchargeAmount } = this.values;
    this.values = { ...this.values, returned: { amount: amount + surchargeAmount, at, reason } };
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

  /** A later report completes an earlier one; absent members stay unchanged. */
  private note(report: ProcessorReport): void {
    this.values = {
      ...this.values,
      processorDetails: completed(this.values.processorDetails, report.processorDetails),
      cardDetails: completed(this.values.cardDetails, report.cardDetails),
      walletDetails: completed(this.values.walletDetails, report.walletDetails),
      bank: report.bank ? completedBank(this.values.bank, report.bank) : this.values.bank,
    };
  }
}

const NO_BANK: BankReport = {
  institutionId: null,
  senderAccountId: null,
  ddaReference: null,
  bankTransactionReference: null,
};

function completedBank(known: BankReport, later: BankReport): BankReport {
  return {
    institutionId: later.institutionId ?? known.institutionId,
    senderAccountId: later.senderAccountId ?? known.senderAccountId,
    ddaReference: later.ddaReference ?? known.ddaReference,
    bankTransactionReference: later.bankTransactionReference ?? known.bankTransactionReference,
  };
}

function completed(known: object | null, later: object | null): object | null {
  return known === null ? later : { ...known, ...later };
}
