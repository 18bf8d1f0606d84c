import { Injectable } from '@nestjs/common';
import { field, IncomingTransferResponse } from '@towpath/contracts';
import { seenBy, type SearchTerm } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, type StoryReads } from '@towpath/service';
import {
  incomingTransfers,
  type IncomingTransfer,
} from '../links/manual-transfers/incoming-transfer.table.js';
import { transferIdOf } from '../links/manual-transfers/test-transfers.service.js';
import { transferReferencesIn } from '../links/manual-transfers/transfer-rule.js';
import { payments } from '../money/payments/payment.table.js';
import { ledgerEntries } from './ledger-entries.js';
import { relatedTo } from './related.js';
import { storyEntry } from './story-entries.js';

/** A transfer with its place in the books, and what an operator decided. */
class OperatedTransfer extends IncomingTransferResponse {
  @field.text('Why money of it went back.', { optional: true }) cause?: string;
  @field.id('The settlement account whose books it is in.') recipient_account_id: string;
  @field.instant('When an operator decided about it.', { optional: true }) decided_at?: string;
  @field.id("The operator's action.", { optional: true }) action_id?: string;
}

/** Bank transfers for operators. The text of a transfer may say who sent it. */
@Injectable()
export class IncomingTransferResource extends OperatedResource<IncomingTransfer> {
  readonly kind = 'incoming_transfer';
  readonly table = incomingTransfers;
  readonly view = seenBy(OperatedTransfer, {
    viewer: [
      'incoming_transfer_id',
      'amount',
      'currency',
      'outcome',
      'cause',
      'payment_id',
      'refund_id',
      'recipient_account_id',
      'received_at',
      'decided_at',
      'action_id',
    ],
    operator: ['reference'],
  });
  readonly columns = {
    createdAt: 'received_at',
    status: 't.outcome',
    amount: 't.amount',
    currency: 't.currency',
  };

  /** The whole text, the reference of a link in any spelling, or what the bank calls it. */
  searchedBy({ by, text }: SearchTerm) {
    if (by !== 'reference') return undefined;
    const where = 't.reference = ANY (:texts) OR t.incoming_transfer_id = :named';
    const texts = [text, ...transferReferencesIn(text)];
    return { where: `(${where})`, parameters: { texts, named: transferIdOf(text) } };
  }

  listed({ outcome, cause, amount, currency, receivedAt, decidedAt }: IncomingTransfer) {
    const updatedAt = decidedAt ?? receivedAt;
    const at = { created_at: receivedAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status: outcome, amount, currency, summary: cause ?? 'bank transfer', ...at };
  }

  body(row: IncomingTransfer): OperatedTransfer {
    return {
      incoming_transfer_id: row.incomingTransferId,
      reference: row.reference ?? undefined,
      amount: row.amount,
      currency: row.currency,
      outcome: row.outcome,
      cause: row.cause ?? undefined,
      payment_id: row.paymentId ?? undefined,
      refund_id: row.refundId ?? undefined,
      recipient_account_id: row.accountId,
      received_at: row.receivedAt.toISOString(),
      decided_at: row.decidedAt?.toISOString(),
      action_id: row.actionId ?? undefined,
    };
  }

  async related(row: IncomingTransfer, reads: OperatorQuery) {
    const { customerAppId: app, paymentId } = row;
    const [payment] = paymentId
      ? await reads.rows(payments, (select) =>
          select
            .where('t.customer_app_id = :app', { app })
            .andWhere('t.payment_id = :paymentId', { paymentId }),
        )
      : [];
    return relatedTo(app, [
      ['payment', 'payment that it is for', paymentId],
      ['payment_link', 'payment link', payment?.paymentLinkId ?? null],
      ['refund', 'returned amount', row.refundId],
      ['payment_account', 'settlement account', row.accountId],
    ]);
  }

  override async story(row: IncomingTransfer, reads: StoryReads) {
    const { customerAppId: app, outcome, cause, amount, currency, decidedAt, paymentId } = row;
    const arrived = storyEntry({
      at: row.receivedAt,
      entry: 'CALL_BACK',
      title: `bank transfer: ${decidedAt ? 'UNMATCHED' : outcome}`,
      reason: decidedAt ? undefined : cause,
      details: { amount, currency },
    });
    const decided = decidedAt && {
      ...storyEntry({
        at: decidedAt,
        entry: 'STATE',
        title: `UNMATCHED → ${outcome}`,
        reason: cause,
        details: { action_id: row.actionId },
      }),
    };
    const pays = outcome === 'PAID' || outcome === 'OVERPAID';
    const ledger = await ledgerEntries(reads, app, {
      ...(pays && paymentId && { paymentId }),
      ...(row.refundId && { refundIds: [row.refundId] }),
    });
    return [arrived, ...(decided ? [decided] : []), ...ledger];
  }
}
