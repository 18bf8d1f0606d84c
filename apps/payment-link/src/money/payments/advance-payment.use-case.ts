import { Injectable } from '@nestjs/common';
import {
  assertUnreachable,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
} from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import {
  Payment,
  type PaymentFailure,
  type PaymentTerms,
  type ProcessorReport,
} from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** Events of the attempt, or of the charge, of a payment. */
export type PaymentStep =
  | { readonly step: 'BEGIN' }
  /** The transfer of a manual payment arrived. */
  | { readonly step: 'RECOGNIZE' }
  /** The payer authorized a mandate, and the link waits for it. */
  | { readonly step: 'AUTHORIZE' }
  /** For a charge without the payer, which has no separate authorization. */
  | { readonly step: 'HAND_OVER'; readonly report: ProcessorReport }
  | { readonly step: 'SUBMIT'; readonly report: ProcessorReport }
  | { readonly step: 'EXECUTE'; readonly report: ProcessorReport }
  | {
      readonly step: 'FAIL';
      readonly failure: PaymentFailure;
      readonly report: ProcessorReport;
    }
  | { readonly step: 'REVOKE'; readonly reason: string | null; readonly report: ProcessorReport }
  | { readonly step: 'TAKE_BACK'; readonly reason: string; readonly report: ProcessorReport }
  | { readonly step: 'CANCEL'; readonly reason: string }
  | { readonly step: 'CORRECT'; readonly reason: string; readonly report: ProcessorReport };

/**
 * Moves a payment, in the transaction that locks its link or its charge. A payment that is executed
 * is in the ledger with the same statement.
 */
@Injectable()
export class AdvancePayment {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  ofAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<Payment | null> {
    return this.payments.ofAttempt(tx, attemptId);
  }

  openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<Payment | null> {
    return this.payments.openOfLink(tx, paymentLinkId);
  }

  find(tx: AppTx, paymentId: PaymentId): Promise<Payment | null> {
    return this.payments.find(tx, paymentId);
  }

  async findAll(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, Payment>> {
    const payments = await this.payments.findAll(tx, paymentIds);
    return new Map(payments.map((payment) => [payment.snapshot.paymentId, payment]));
  }

  /** Starts a payment by a stored method, and applies the steps that are already known. */
  start(
    tx: AppTx,
    batch: WriteBatch,
    started: { readonly terms: PaymentTerms; readonly steps: readonly PaymentStep[] },
  ): Payment {
    const payment = Payment.chargeStoredMethod(started.terms, tx.now);
    this.execute(tx, batch, { payment, steps: started.steps });
    return payment;
  }

  /** @param advance the steps in order; no payment (a SETUP link) has none to take */
  execute(
    tx: AppTx,
    batch: WriteBatch,
    advance: { readonly payment: Payment | null; readonly steps: readonly PaymentStep[] },
  ): void {
    const { payment, steps } = advance;
    if (!payment) return;
    for (const step of steps) take(payment, step, tx.now);
    this.payments.save(batch, payment);
    const { changes } = payment;
    if (changes.some(({ from, to }) => to === 'EXECUTED' && from !== to)) {
      this.post(tx, batch, { payment, kind: 'PAYMENT' });
      if (payment.snapshot.feeAmount > 0) this.post(tx, batch, { payment, kind: 'FEE' });
    }
    if (changes.some(({ command }) => command === 'takeBack')) {
      this.post(tx, batch, { payment, kind: 'RETURN' });
    }
  }

  private post(
    tx: AppTx,
    batch: WriteBatch,
    { payment, kind }: { readonly payment: Payment; readonly kind: 'PAYMENT' | 'FEE' | 'RETURN' },
  ): void {
    const { snapshot } = payment;
    const { amount, surchargeAmount, feeAmount } = snapshot;
    this.postTransfer.execute(tx, batch, {
      kind,
      accountId: snapshot.recipientAccountId,
      amount: kind === 'FEE' ? feeAmount : amount + surchargeAmount,
      currency: snapshot.currency,
      paymentId: snapshot.paymentId,
      refundId: null,
    });
  }
}

function take(payment: Payment, step: PaymentStep, now: Date): void {
  switch (step.step) {
    case 'BEGIN':
      return payment.beginAuthorization(now);
    case 'RECOGNIZE':
      return payment.recognizeFunds(now);
    case 'AUTHORIZE':
      return payment.authorize(now);
    case 'HAND_OVER':
      return payment.submit(now, step.report);
    case 'SUBMIT':
      return payment.authorizeAndSubmit(now, step.report);
    case 'EXECUTE':
      return payment.execute(now, step.report);
    case 'FAIL':
      return payment.fail(now, step.failure, step.report);
    case 'REVOKE':
      return payment.revoke(now, step.reason, step.report);
    case 'TAKE_BACK':
      return payment.takeBack(now, step.reason, step.report);
    case 'CANCEL':
      return payment.cancel(now, step.reason);
    case 'CORRECT':
      return payment.correctToExecuted(now, step.reason, step.report);
    default:
      return assertUnreachable(step);
  }
}
