import { Controller } from '@nestjs/common';
import {
  paymentCreated,
  paymentExecuted,
  paymentFailed,
  paymentReturned,
  paymentRevoked,
  paymentStatusCorrected,
  type PaymentEventPayload,
} from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';
import type { BillReference } from './ports.js';

@Controller()
export class BillPaymentConsumer {
  constructor(private readonly followBillPayment: FollowBillPayment) {}

  @Concerns<PaymentEventPayload>(
    ({ external_transaction_reference: reference }) => reference !== undefined,
  )
  @OnEvents(
    paymentCreated,
    paymentExecuted,
    paymentFailed,
    paymentRevoked,
    paymentReturned,
    paymentStatusCorrected,
  )
  async moved(payloads: PaymentEventPayload[], contexts: EventContext[]): Promise<void> {
    const [tx] = contexts.map((context) => context.tx);
    if (!tx) return;
    for (const reference of eachOnce(payloads)) {
      await this.followBillPayment.execute(tx, reference);
    }
  }
}

/** In one order for all, so that transactions that follow the same bills do not wait for each other. */
function eachOnce(payloads: readonly PaymentEventPayload[]): BillReference[] {
  const references = new Map<string, BillReference>();
  for (const payload of payloads) {
    const { external_transaction_reference: referenceId, currency, user_id: userId } = payload;
    const { external_user_id: externalUserId } = payload;
    if (referenceId === undefined || userId === undefined || externalUserId === undefined) continue;
    references.set(JSON.stringify([userId, currency, referenceId]), {
      userId: userId as PaymentUserId,
      externalUserId,
      currency,
      referenceId,
    });
  }
  return [...references.keys()].toSorted().flatMap((key) => references.get(key) ?? []);
}
