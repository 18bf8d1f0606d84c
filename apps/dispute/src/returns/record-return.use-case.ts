import { Injectable } from '@nestjs/common';
import type { PaymentEventPayload } from '@towpath/contracts';
import { newId, type DisputeId, type PaymentId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { DisputeReport } from '../disputes/dispute-report.js';
import { Dispute } from '../disputes/dispute.js';
import { DisputeRepository } from '../disputes/persistence/dispute.repository.js';

/** For events that do not name the bank. */
const UNKNOWN_BANK = 'UNKNOWN';

/**
 * Records the chargeback of a direct debit: the bank returned the money to the payer and reported
 * it afterwards. It cannot be contested, so the dispute is lost from the start.
 */
@Injectable()
export class RecordReturn {
  constructor(private readonly disputes: DisputeRepository) {}

  async execute(tx: AppTx, payment: PaymentEventPayload): Promise<void> {
    if (payment.type !== 'MANDATE') return;
    await tx.begun;
    const terms = {
      disputeId: newId<DisputeId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      integrationId: payment.payment_processor ?? UNKNOWN_BANK,
      // a payment is returned once, and banks know it by our ID
      processorReference: payment.payment_id,
      paymentId: payment.payment_id as PaymentId,
      userId: payment.user_id ?? '',
      externalUserId: payment.external_user_id ?? '',
      paymentReference: payment.external_transaction_reference ?? null,
    };
    const batch = new WriteBatch();
    this.disputes.save(batch, Dispute.open(terms, reportOf(payment), tx.now));
    tx.write(batch);
  }
}

function reportOf(payment: PaymentEventPayload): DisputeReport {
  return {
    position: 1,
    round: 1,
    status: 'LOST',
    eventName: 'CHARGEBACK',
    amount: payment.amount_returned ?? payment.amount,
    currency: payment.currency,
    feeAmount: 0,
    isDefendable: false,
    isAutoDefended: false,
    defensePeriodDeadline: null,
    arn: null,
    code: null,
    reason: payment.reason ?? null,
    processorStatus: 'returned',
    merchantReference: null,
    paymentReference: null,
    cardBrand: null,
    issuerComments: null,
  };
}
