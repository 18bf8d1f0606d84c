import {
  Aggregate,
  assertUnreachable,
  Money,
  type BeforeFirstMove,
  type PaymentId,
  type Failure,
} from '@towpath/kernel';
import type { PaymentSnapshot } from './payment.table.js';
import { paymentMachine, type PaymentCommand } from './payment.transitions.js';

const UNKNOWN = {
  institutionId: null,
  senderAccountId: null,
  ddaReference: null,
  bankTransactionReference: null,
  failure: null,
  processorDetails: null,
  cardDetails: null,
  walletDetails: null,
  amountReturned: null,
  returnedAt: null,
  returnReason: null,
  returnReversedAt: null,
} as const;

/** The fixed terms of a payment, known at its start. */
export type PaymentTerms = Omit<
  BeforeFirstMove<PaymentSnapshot>,
  'createdAt' | 'updatedAt' | 'atProcessor' | keyof typeof UNKNOWN
> & { readonly atProcessor?: boolean };

/** A payment that a customer app asks for, without the payer. */
export type ChargeOrder = Pick<
  PaymentTerms,
  | 'amount'
  | 'currency'
  | 'description'
  | 'externalTransactionReference'
  | 'transactionReferenceId'
  | 'recurringPaymentMode'
  | 'metadata'
>;

/** Bank that collects a direct debit, and its references. */
export type BankReport = Pick<
  PaymentSnapshot,
  'institutionId' | 'senderAccountId' | 'ddaReference' | 'bankTransactionReference'
>;

/** The report of bank or gateway, in the words of the interface. No rule depends on it. */
export interface ProcessorReport extends Pick<
  PaymentSnapshot,
  'processorDetails' | 'cardDetails' | 'walletDetails'
> {
  /** For a direct debit. */
  readonly bank?: BankReport;
}

/** Events of the attempt, or of the charge, of a payment. */
export type PaymentStep =
  | { readonly step: 'BEGIN' }
  /** The transfer of a manual payment arrived. */
  | { readonly step: 'RECOGNIZE' }
  /** The payer authorized it; the gateway or bank has not received it yet. */
  | { readonly step: 'AUTHORIZE' }
  /** For a charge without the payer, which has no separate authorization. */
  | { readonly step: 'HAND_OVER'; readonly report: ProcessorReport }
  /** Authorized and submitted for capture: after this decision money may move. */
  | { readonly step: 'SUBMIT'; readonly report: ProcessorReport }
  | { readonly step: 'EXECUTE'; readonly report: ProcessorReport }
  | { readonly step: 'FAIL'; readonly failure: Failure; readonly report: ProcessorReport }
  /** The mandate ended before the bank collected. */
  | { readonly step: 'REVOKE'; readonly reason: string | null; readonly report: ProcessorReport }
  /** The bank gave the whole of it back to the payer; the payment stays executed. */
  | { readonly step: 'TAKE_BACK'; readonly reason: string; readonly report: ProcessorReport }
  /** The bank cancelled the return. */
  | { readonly step: 'REINSTATE'; readonly reason: string; readonly report: ProcessorReport }
  | { readonly step: 'CANCEL'; readonly reason: string }
  /** The gateway had reported a failure and now shows the money captured. */
  | { readonly step: 'CORRECT'; readonly reason: string; readonly report: ProcessorReport };

/** The steps of a charge without the payer, of a stored card or of a mandate. */
export type ChargedStep =
  'HAND_OVER' | 'EXECUTE' | 'FAIL' | 'REVOKE' | 'TAKE_BACK' | 'REINSTATE' | 'CORRECT';

/** What gateway or bank says of a charge. */
export interface PaymentUpdate {
  readonly failure: Failure | null;
  readonly report: ProcessorReport;
  /** The reason of a correction. */
  readonly corrected: string;
}

export const NO_CONSENT: Failure = {
  code: 'AUTOPAY_CONSENT_REQUIRED',
  explanation: 'The payment user has not consented to charges without them.',
};

const DECLINED: Failure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank declined the payment.',
};
const REINSTATED = 'The bank cancelled the return.';
const RETURNED = 'The bank gave the money back to the payer.';

export function paymentStep(
  step: ChargedStep,
  { failure, report, corrected }: PaymentUpdate,
): PaymentStep {
  switch (step) {
    case 'HAND_OVER':
    case 'EXECUTE':
      return { step, report };
    case 'FAIL':
      return { step, failure: failure ?? DECLINED, report };
    case 'REVOKE':
      return { step, reason: failure?.explanation ?? null, report };
    case 'TAKE_BACK':
      return { step, reason: failure?.explanation ?? RETURNED, report };
    case 'REINSTATE':
      return { step, reason: REINSTATED, report };
    case 'CORRECT':
      return { step, reason: corrected, report };
    default:
      return assertUnreachable(step);
  }
}

const COMMANDS: Readonly<Record<PaymentStep['step'], readonly PaymentCommand[]>> = {
  BEGIN: ['beginAuthorization'],
  RECOGNIZE: ['recognizeFunds'],
  AUTHORIZE: ['beginAuthorization', 'authorize'],
  HAND_OVER: ['submit'],
  SUBMIT: ['authorize', 'submit'],
  EXECUTE: ['execute'],
  FAIL: ['fail'],
  REVOKE: ['revoke'],
  TAKE_BACK: ['takeBack'],
  REINSTATE: ['reinstate'],
  CANCEL: ['cancel'],
  CORRECT: ['correctToExecuted'],
};

/** One movement of money from a payer to a settlement account. */
export class Payment extends Aggregate<PaymentSnapshot, typeof paymentMachine> {
  /** The payer chose a method in the hosted page. */
  static startInHostedPage(terms: PaymentTerms, at: Date): Payment {
    return Payment.start('startInHostedPage', terms, at);
  }

  /** The customer app charges a stored method; the payer is not there. */
  static chargeStoredMethod(terms: PaymentTerms, at: Date): Payment {
    return Payment.start('chargeStoredMethod', terms, at);
  }

  /** @param instructions for the transfer, which the payer has */
  static issueInstructions(terms: PaymentTerms, instructions: ProcessorReport, at: Date): Payment {
    const payment = Payment.start('issueInstructions', terms, at);
    payment.note(instructions);
    return payment;
  }

  private static start(command: PaymentCommand, terms: PaymentTerms, at: Date): Payment {
    const { amount } = Money.of(terms.amount, terms.currency);
    if (amount < 1) throw new RangeError('a payment moves at least one minor unit');
    const values = { atProcessor: false, ...terms, ...UNKNOWN, createdAt: at, updatedAt: at };
    const payment = new Payment(paymentMachine, values);
    payment.move(command, at);
    return payment;
  }

  static restore(snapshot: PaymentSnapshot): Payment {
    return new Payment(paymentMachine, snapshot);
  }

  /** Whether its money was taken back, also if the return was cancelled: once at most. */
  get wasReturned(): boolean {
    return this.values.amountReturned !== null || this.values.returnReversedAt !== null;
  }

  get id(): PaymentId {
    return this.values.paymentId;
  }

  take(step: PaymentStep, at: Date): void {
    const reason = 'reason' in step ? step.reason : null;
    for (const command of COMMANDS[step.step]) this.move(command, at, reason);
    if ('report' in step) this.note(step.report);
    if (step.step === 'FAIL') this.set({ failure: step.failure });
    if (step.step === 'CORRECT') this.set({ failure: null });
    if (step.step === 'TAKE_BACK') {
      const amountReturned = this.values.amount + this.values.surchargeAmount;
      this.set({ amountReturned, returnedAt: at, returnReason: step.reason });
    }
    if (step.step === 'REINSTATE') {
      const none = { amountReturned: null, returnedAt: null, returnReason: null };
      this.set({ ...none, returnReversedAt: at });
    }
  }

  /** A later report completes an earlier one; absent members stay unchanged. */
  private note({ processorDetails, cardDetails, walletDetails, bank }: ProcessorReport): void {
    const { values } = this;
    this.set({
      processorDetails: completed(values.processorDetails, processorDetails),
      cardDetails: completed(values.cardDetails, cardDetails),
      walletDetails: completed(values.walletDetails, walletDetails),
      ...Object.fromEntries(Object.entries(bank ?? {}).filter(([, value]) => value !== null)),
    });
  }
}

function completed(known: object | null, later: object | null): object | null {
  return known === null ? later : { ...known, ...later };
}
