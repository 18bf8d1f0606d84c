import { Controller } from '@nestjs/common';
import {
  paymentExecuted,
  paymentFailed,
  paymentRevoked,
  type PaymentEventPayload,
} from '@towpath/contracts';
import type { PaymentId } from '@towpath/kernel';
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import { PursuePayout } from './pursue-payout.use-case.js';

/** Scheduled payouts go on as soon as their funds came or failed; without it, on schedule. */
@Controller()
export class PayoutFundingConsumer {
  constructor(private readonly pursuePayout: PursuePayout) {}

  @Concerns<PaymentEventPayload>(({ mandate_id }) => mandate_id !== undefined)
  @OnEvent(paymentExecuted, paymentFailed, paymentRevoked)
  async ended(payload: PaymentEventPayload, { tx }: EventContext): Promise<void> {
    if (payload.mandate_id === undefined) return;
    await this.pursuePayout.wakeFundedBy(tx, payload.payment_id as PaymentId);
  }
}
