import {
  billCancelled,
  billChanged,
  billCreated,
  billFailed,
  billPaid,
  billRetried,
  embeddedError,
  type BillEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Bill } from './bill.js';
import type { BillEventName } from './bill.transitions.js';

const DEFINITIONS: Record<BillEventName, PublishableEvent<BillEventPayload>> = {
  'bill.created': billCreated,
  'bill.changed': billChanged,
  'bill.paid': billPaid,
  'bill.failed': billFailed,
  'bill.retried': billRetried,
  'bill.cancelled': billCancelled,
};

export function publishBillChanges(batch: WriteBatch, { snapshot, changes, failure }: Bill): void {
  const { customerAppId } = snapshot;
  for (const change of changes) {
    if (change.event === null) continue;
    const failed = change.to === 'FAILED' && failure !== null;
    const payload: BillEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      bill_id: snapshot.billId,
      previous_status: change.from,
      status: change.to,
      amount: snapshot.amount,
      currency: snapshot.currency,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
