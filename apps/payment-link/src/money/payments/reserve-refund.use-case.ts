import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { RaiseDisputes } from '../payment-disputes/raise-disputes.use-case.js';
import type { Payment } from './domain/payment.js';
import { paymentNotFound } from './payment.errors.js';
import { PaymentRepository } from './persistence/payment.repository.js';

interface ReservedRefund {
  readonly payment: Payment;
  /** Minor units. */
  readonly amount: number;
}

/**
 * Reserves the amount of a refund in one step: refunds, disputes and returns of a payment never
 * return more together than was paid.
 */
@Injectable()
export class ReserveRefund {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly raiseDisputes: RaiseDisputes,
  ) {}

  /** @param asked minor units; null: all that is left */
  async execute(tx: AppTx, rawPaymentId: string, asked: number | null): Promise<ReservedRefund> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const reserved = await this.payments.reserveRefund(tx, paymentId, asked);
    if (reserved) return reserved;
    const found = await this.payments.refundable(tx, paymentId);
    if (!found) throw paymentNotFound();
    throw found.status === 'EXECUTED' ? tooMuch(found.left) : notExecuted();
  }

  /** The refund failed: disputes take what they lacked, and the rest may be refunded again. */
  async release(
    tx: AppTx,
    { paymentId, amount }: { readonly paymentId: PaymentId; readonly amount: number },
  ): Promise<void> {
    await this.payments.releaseRefund(tx, paymentId, amount);
    await this.raiseDisputes.execute(tx, paymentId);
  }

  /**
   * Reserves the amount of a failed refund that succeeded after all. Returns false if the amount is
   * no longer left: more was returned than paid.
   */
  async retake(
    tx: AppTx,
    { paymentId, amount }: { readonly paymentId: PaymentId; readonly amount: number },
  ): Promise<boolean> {
    return (await this.payments.reserveRefund(tx, paymentId, amount)) !== null;
  }
}

function notExecuted(): DomainError {
  const explanation = 'Only a payment in status EXECUTED can be refunded.';
  return new DomainError('INVALID_PAYMENT_STATUS', explanation);
}

function tooMuch(left: number): DomainError {
  const explanation =
    left > 0
      ? `amount must be at most ${left}: the rest was refunded, returned or is disputed.`
      : 'Nothing is left: all of it was refunded, returned or is disputed.';
  return new DomainError('REFUND_NOT_ALLOWED', explanation);
}
