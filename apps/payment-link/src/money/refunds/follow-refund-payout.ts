import { Injectable } from '@nestjs/common';
import type { PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Refund, RefundFailure } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';

/** The end of a payout. `EXECUTED` may follow `FAILED`: the bank corrected itself. */
export interface RefundPayoutEnd {
  readonly payoutId: PayoutId;
  readonly status: 'EXECUTED' | 'FAILED';
  /** Why, with `FAILED`. */
  readonly failure: RefundFailure | null;
}

/**
 * The result for the refund. `FAILED`: the caller releases the amount of the payment. `CORRECTED`:
 * the money was sent after a recorded failure.
 */
interface FollowedRefund {
  readonly refund: Refund;
  readonly step: 'EXECUTED' | 'FAILED' | 'CORRECTED' | 'UNCHANGED';
}

const CORRECTED = 'the bank reports the payout as executed';
const UNEXPLAINED: RefundFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the payout.',
};

/** Moves the refund that a payout sends, in the transaction that records the payout's end. */
@Injectable()
export class FollowRefundPayout {
  constructor(private readonly refunds: RefundRepository) {}

  /** Null for the payouts that send no refund. */
  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { payoutId, status, failure }: RefundPayoutEnd,
  ): Promise<FollowedRefund | null> {
    const refund = await this.refunds.lockSentBy(tx, payoutId);
    if (!refund) return null;
    const step = stepOf(refund, status);
    if (step === 'UNCHANGED') return { refund, step };
    if (step === 'EXECUTED') refund.execute(tx.now);
    if (step === 'CORRECTED') refund.correctToExecuted(tx.now, CORRECTED);
    if (step === 'FAILED') refund.fail(tx.now, failure ?? UNEXPLAINED);
    this.refunds.save(batch, refund);
    return { refund, step };
  }
}

function stepOf({ status }: Refund, end: RefundPayoutEnd['status']): FollowedRefund['step'] {
  if (status === 'SUBMITTED') return end;
  return status === 'FAILED' && end === 'EXECUTED' ? 'CORRECTED' : 'UNCHANGED';
}
