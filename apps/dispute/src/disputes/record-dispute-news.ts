import { Injectable } from '@nestjs/common';
import type { DisputedPayment } from '@towpath/contracts/internal';
import { newId, type DisputeId, type PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { DisputeNews } from './dispute-news.js';
import { Dispute } from './dispute.js';
import { DisputeRepository } from './persistence/dispute.repository.js';

interface KnownSoFar {
  readonly integrationId: string;
  readonly dispute: Dispute | null;
  /** Needed for a dispute that is not known yet. */
  readonly payment: DisputedPayment | null;
}

/** Why news of a dispute cannot be taken yet. */
type Obstacle = 'PAYMENT_NOT_FOUND' | 'PAYMENT_NOT_EXECUTED';

/** Adds the content of a notification to the caller's batch. */
@Injectable()
export class RecordDisputeNews {
  constructor(private readonly disputes: DisputeRepository) {}

  /** Returns the dispute, without changes for known content; or what must happen first. */
  take(
    tx: AppTx,
    batch: WriteBatch,
    { news, known }: { readonly news: DisputeNews; readonly known: KnownSoFar },
  ): { readonly dispute: Dispute; readonly isNews: boolean } | Obstacle {
    const { dispute } = known;
    if (dispute) {
      const isNews = dispute.hear(news.report, tx.now);
      if (isNews) this.disputes.save(batch, dispute);
      return { dispute, isNews };
    }
    const opened = open(tx, news, known);
    if (typeof opened === 'string') return opened;
    this.disputes.save(batch, opened);
    return { dispute: opened, isNews: true };
  }
}

function open(
  tx: AppTx,
  news: DisputeNews,
  { integrationId, payment }: KnownSoFar,
): Dispute | Obstacle {
  if (payment?.integration_id !== integrationId) return 'PAYMENT_NOT_FOUND';
  if (payment.status !== 'EXECUTED') return 'PAYMENT_NOT_EXECUTED';
  const terms = {
    disputeId: newId<DisputeId>(tx.systemNow),
    customerAppId: tx.customerApp.id,
    integrationId,
    processorReference: news.processorReference,
    paymentId: payment.payment_id as PaymentId,
    userId: payment.user_id,
    externalUserId: payment.external_user_id,
    paymentReference: payment.external_transaction_reference ?? null,
  };
  return Dispute.open(terms, news.report, tx.now);
}
