import { Injectable } from '@nestjs/common';
import { DisputeResponse } from '@towpath/contracts/dispute';
import {
  seenBy,
  type RelatedResource,
  type SearchTerm,
  type StoryEntry,
} from '@towpath/contracts/operator';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import { disputeBody } from '../disputes/disputes.reads.js';
import { disputes, type DisputeSnapshot } from '../disputes/dispute.table.js';

interface Answer {
  readonly kind: string;
  readonly answered_at: Date;
  readonly outcome: string | null;
  readonly settled_at: Date | null;
  readonly asks: number;
}

interface Notification {
  readonly event_id: string;
  readonly received_at: Date;
  readonly tries: number;
  readonly waits_for: string | null;
  readonly outcome: string | null;
}

const SERVICE = 'dispute';

/** Disputes for operators, with the answers to them and what their processor sent. */
@Injectable()
export class DisputeResource extends OperatedResource<DisputeSnapshot> {
  readonly kind = 'dispute';
  readonly table = disputes;
  readonly view = seenBy(DisputeResponse, {
    viewer: [
      'dispute_id',
      'dispute_status',
      'amount',
      'currency',
      'payment_id',
      'arn',
      'card_details.brand',
      'created_at',
      'updated_at',
      'defense_period_deadline',
      'is_auto_defended',
      'is_defendable',
      'last_event_name',
      'payment_processor',
      'payment_processor_dispute_code',
      'payment_processor_dispute_reason',
      'payment_processor_dispute_reference',
      'payment_processor_dispute_status',
      'payment_processor_merchant_reference',
      'payment_processor_payment_reference',
      'payment_reference',
    ],
  });
  override readonly idsBelow = ['SELECT dispute_id FROM dispute_evidence WHERE evidence_id = :id'];
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: `(t.report ->> 'amount')::bigint`,
    currency: `t.report ->> 'currency'`,
  };

  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, { reference: ['processor_reference', 'payment_reference'] });
  }

  listed({ status, report, integrationId, createdAt, updatedAt }: DisputeSnapshot) {
    const { amount, currency, eventName } = report;
    const summary = `${integrationId} ${eventName}`;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, amount, currency, summary, ...at };
  }

  body(row: DisputeSnapshot) {
    return disputeBody(row);
  }

  related({ customerAppId, paymentId, userId }: DisputeSnapshot): RelatedResource[] {
    const of = { customer_app_id: customerAppId };
    return [
      { ...of, kind: 'payment', id: paymentId, as: 'disputed payment' },
      { ...of, kind: 'payment_user', id: userId, as: 'payer' },
    ];
  }

  override async story(row: DisputeSnapshot, reads: StoryReads): Promise<StoryEntry[]> {
    const { customerAppId: app, disputeId: id, processorReference: reference } = row;
    const answers = await reads.select<Answer>('dispute_answers', {
      by: ['number'],
      build: (select) =>
        select
          .select(['kind', 'answered_at', 'outcome', 'settled_at', 'asks'].map(own))
          .where('t.customer_app_id = :app AND t.dispute_id = :id', { app, id }),
    });
    const notifications = await reads.select<Notification>('processor_notifications', {
      by: ['received_at'],
      build: (select) =>
        select
          .select(['event_id', 'received_at', 'tries', 'waits_for', 'outcome'].map(own))
          .where('t.customer_app_id = :app', { app })
          .andWhere('t.processor_reference = :reference', { reference })
          .andWhere('t.integration_id = :integration', { integration: row.integrationId }),
    });
    return [...answers.flatMap(answerEntries), ...notifications.map(notificationEntry)];
  }
}

const own = (column: string): string => `t.${column} AS "${column}"`;

function answerEntries({ kind, answered_at, outcome, settled_at, asks }: Answer): StoryEntry[] {
  const sent: StoryEntry = {
    at: answered_at.toISOString(),
    entry: 'QUESTION',
    service: SERVICE,
    title: `${kind} sent to the processor`,
    details: { asks: String(asks) },
  };
  if (!settled_at || outcome === null) return [sent];
  const settled = { ...sent, at: settled_at.toISOString(), title: `${kind}: ${outcome}` };
  return [sent, settled];
}

function notificationEntry(notification: Notification): StoryEntry {
  const { event_id, received_at, tries, waits_for, outcome } = notification;
  return {
    at: received_at.toISOString(),
    entry: 'CALL_BACK',
    service: SERVICE,
    title: `notification ${outcome ?? 'waits'}`,
    ...(waits_for === null ? {} : { reason: `waits for ${waits_for}` }),
    details: { event_id, tries: String(tries) },
  };
}
