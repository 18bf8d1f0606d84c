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
import { byKey, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  Mandate,
  validityOf,
  type MandateSnapshot,
  type MandateTerms,
} from '../../mandates/mandates/mandate.js';
import { requestedLimits } from '../../mandates/new-mandates/mandate-terms.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { leftDrafts } from './left-draft.table.js';

/** Mandates that payers authorize on payment links, which choose their IDs. */
@Injectable()
export class LinkDraftsService {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
  ) {}

  /**
   * A repeat returns the present state. A request that arrives after the payer left creates a closed
   * mandate.
   */
  draft(asked: DraftMandateRequest): Promise<MandateSnapshot> {
    return this.db.forApp(asked.customer_app_id as CustomerAppId, async (tx) => {
      const mandateId = asked.mandate_id as MandateId;
      await reserve(tx, mandateId);
      const [known, left] = await Promise.all([
        this.mandates.find(tx, mandateId),
        leftDrafts.find(tx, { mandateId }),
      ]);
      if (known) return known.snapshot;
      const mandate = Mandate.create(termsOf(tx, asked), tx.now);
      if (left) mandate.move('abandon', tx.now, 'the payer had left it before');
      const batch = new WriteBatch();
      this.mandates.save(batch, mandate);
      tx.write(batch);
      return mandate.snapshot;
    });
  }

  /**
   * Closes the draft that a payment link gave up, in the transaction that records the event. If the
   * request for the draft has not arrived yet, the draft is recorded as abandoned.
   */
  async leave(
    tx: AppTx,
    mandateId: MandateId,
    left: { readonly reason: string; readonly at?: Date },
  ): Promise<void> {
    await reserve(tx, mandateId);
    if (await this.mandates.abandon(tx, mandateId, left)) return;
    await tx.query(
      byKey(`INSERT INTO left_drafts (customer_app_id, mandate_id, left_at) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`),
      [tx.customerApp.id, mandateId, tx.systemNow],
    );
  }
}

/** Until the transaction ends, no other one creates or abandons the mandate. */
async function reserve(tx: AppTx, mandateId: MandateId): Promise<void> {
  await tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [
    `${tx.customerApp.id} mandate of a payment link ${mandateId}`,
  ]);
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
