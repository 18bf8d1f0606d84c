import { Injectable } from '@nestjs/common';
import type { DraftMandateRequest } from '@towpath/contracts/internal';
import {
  DomainError,
  newId,
  utcDate,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentLinkId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  Mandate,
  validityOf,
  type MandateSnapshot,
  type MandateTerms,
} from '../../mandates/mandates/mandate.js';
import { requestedLimits } from '../../mandates/mandates/mandate-terms.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { LeftDrafts } from './persistence/left-drafts.js';

/**
 * Creates the draft of a payment link, which has chosen the ID of the mandate. A repeat returns its
 * present state. A request that arrives after the payer left creates a closed mandate.
 */
@Injectable()
export class DraftMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
    private readonly leftDrafts: LeftDrafts,
  ) {}

  execute(asked: DraftMandateRequest): Promise<MandateSnapshot> {
    return this.transactions.forApp(asked.customer_app_id as CustomerAppId, async (tx) => {
      const mandateId = asked.mandate_id as MandateId;
      await this.leftDrafts.hold(tx, mandateId);
      const known = await this.mandates.find(tx, mandateId);
      if (known) return known.snapshot;
      const mandate = Mandate.create(termsOf(tx, asked), tx.now);
      if (await this.leftDrafts.wasLeft(tx, mandateId)) {
        mandate.abandon(tx.now, 'the payer had left it before');
      }
      const batch = new WriteBatch();
      this.mandates.save(batch, mandate);
      tx.write(batch);
      return mandate.snapshot;
    });
  }
}

function termsOf(tx: AppTx, asked: DraftMandateRequest): MandateTerms {
  if (asked.live !== (tx.customerApp.type === 'LIVE')) {
    throw new DomainError('INVALID_REQUEST', 'live must be that of the customer app.');
  }
  const { start_date, end_date = null, transaction_limits, description } = asked.mandate_details;
  const today = utcDate(tx.now);
  // a day that was to come when the payer chose, and has come since
  const startDate = start_date !== undefined && start_date > today ? start_date : null;
  return {
    ...validityOf({ startDate, endDate: end_date }, tx.now),
    mandateId: asked.mandate_id as MandateId,
    paymentMethodId: (asked.payment_method_id ?? newId(tx.systemNow)) as PaymentMethodId,
    customerAppId: tx.customerApp.id,
    live: asked.live,
    userId: asked.user_id as PaymentUserId,
    externalUserId: asked.external_user_id,
    senderType: asked.user_type,
    recipientAccountId: asked.recipient_account_id as PaymentAccountId,
    senderAccountId: null,
    paymentLinkId: asked.payment_link_id as PaymentLinkId,
    currency: asked.currency,
    ...requestedLimits(transaction_limits),
    payerMaxAmount: null,
    paymentSchedule: null,
    description: description ?? null,
    metadata: asked.metadata,
  };
}
