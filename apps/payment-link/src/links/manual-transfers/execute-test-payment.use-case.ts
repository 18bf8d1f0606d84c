import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { paymentNotFound } from '../../money/payments/payments.reads.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import { transferReference } from '../payment-links/domain/transfer-reference.js';
import { LockedAttempts, type LockedAttempt } from '../payment-links/locked-attempt.js';
import { ReceiveTestTransfer } from './receive-test-transfer.use-case.js';
import { dueOf, type ArrivingTransfer } from './receive-transfer.use-case.js';

/** Executes a test manual payment, like a transfer of exactly its amount. */
@Injectable()
export class ExecuteTestPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentsService,
    private readonly attempts: LockedAttempts,
    private readonly receiveTestTransfer: ReceiveTestTransfer,
  ) {}

  async execute(customerAppId: CustomerAppId, rawPaymentId: string): Promise<void> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const transfer = await this.transactions.forApp(customerAppId, (tx) =>
      this.transferFor(tx, paymentId),
    );
    const { outcome } = await this.receiveTestTransfer.execute(customerAppId, transfer);
    // it ended in the meantime: what arrived went back
    if (outcome !== 'PAID') throw linkEnded();
  }

  private async transferFor(tx: AppTx, paymentId: PaymentId): Promise<ArrivingTransfer> {
    const { link, attempt, payment } = await this.lock(tx, paymentId);
    if (!payment) throw paymentNotFound();
    if (payment.status !== 'CREATED') throw ended(payment.status);
    if (!link.awaitsTransfer(attempt, tx.now)) throw linkEnded();
    return { ...dueOf(payment), reference: transferReference(link.id) };
  }

  private async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedAttempt> {
    const payment = await this.payments.find(tx, paymentId);
    if (!payment) throw paymentNotFound();
    const { type, attemptId } = payment.snapshot;
    if (type !== 'MANUAL' || attemptId === null) throw notManual();
    const locked = await this.attempts.lock(tx, attemptId);
    if (!locked) throw paymentNotFound();
    return locked;
  }
}

function notManual(): DomainError {
  return new DomainError('INVALID_REQUEST', 'paymentId must be that of a manual payment.');
}

function ended(status: string): DomainError {
  return new DomainError('INVALID_PAYMENT_STATUS', `The payment is ${status} and stays so.`);
}

function linkEnded(): DomainError {
  return new DomainError('INVALID_PAYMENT_LINK_STATUS', 'The payment link has expired.');
}
