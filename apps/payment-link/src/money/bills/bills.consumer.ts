import { Controller } from '@nestjs/common';
import { definitionsOf, type PaymentEventPayload } from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContexts } from '@towpath/messaging';
import { BillsService, type BillReference } from './bills.service.js';

@Controller()
export class BillsConsumer {
  constructor(private readonly bills: BillsService) {}

  @Concerns<PaymentEventPayload>(
    ({ external_transaction_reference: reference }) => reference !== undefined,
  )
  @OnEvents(
    ...definitionsOf(
      'payment.created',
      'payment.executed',
      'payment.failed',
      'payment.revoked',
      'payment.returned',
      'payment.return_reversed',
      'payment.status_corrected',
    ),
  )
  async moved(payloads: PaymentEventPayload[], [{ tx }]: EventContexts): Promise<void> {
    for (const reference of eachOnce(payloads)) await this.bills.follow(tx, reference);
  }
}

/** In one order for all, so that transactions that follow the same bills do not wait for each other. */
function eachOnce(payloads: readonly PaymentEventPayload[]): BillReference[] {
  const references = payloads.flatMap(referenceIn);
  const byKey = new Map(
    references.map((each) => [
      JSON.stringify([each.userId, each.currency, each.referenceId]),
      each,
    ]),
  );
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, reference]) => reference);
}

/** None if the payment names no bill. */
function referenceIn(payload: PaymentEventPayload): BillReference[] {
  const { external_transaction_reference: referenceId, currency, user_id: userId } = payload;
  const { external_user_id: externalUserId } = payload;
  if (referenceId === undefined || userId === undefined || externalUserId === undefined) return [];
  return [{ userId: userId as PaymentUserId, externalUserId, currency, referenceId }];
}
