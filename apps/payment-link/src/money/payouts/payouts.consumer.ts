import { Controller } from '@nestjs/common';
import { definitionsOf, type PaymentEventPayload } from '@towpath/contracts';
import { parseId, type PaymentId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { PayoutsService } from './payouts.service.js';

/** The payment of a payout's funds names the payout as its reference. */
function mayFund({ mandate_id, external_transaction_reference }: PaymentEventPayload): boolean {
  return mandate_id !== undefined && parseId(external_transaction_reference ?? '') !== undefined;
}

/**
 * Continues scheduled payouts when their funds arrive or fail; without the event, the schedule
 * does.
 */
@Controller()
export class PayoutsConsumer {
  constructor(private readonly payouts: PayoutsService) {}

  @Concerns(mayFund)
  @OnEvents(...definitionsOf('payment.executed', 'payment.failed', 'payment.revoked'))
  async ended(payloads: PaymentEventPayload[], contexts: EventContext[]): Promise<void> {
    for (const [index, payload] of payloads.entries()) {
      const tx = contexts[index]?.tx;
      if (!tx || !mayFund(payload)) continue;
      await this.payouts.makeDueFundedBy(tx, payload.payment_id as PaymentId);
    }
  }
}
