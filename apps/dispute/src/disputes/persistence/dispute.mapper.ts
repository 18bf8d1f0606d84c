import type { CustomerAppId, DisputeId, PaymentId } from '@towpath/kernel';
import type { JsonRow, Row } from '@towpath/persistence';
import { nextDueAt } from '../deadlines.js';
import type { DisputeReport } from '../dispute-report.js';
import { Dispute } from '../dispute.js';
import type { DisputeEntity, StoredReport } from './dispute.entity.js';

export type DisputeRow = JsonRow<DisputeEntity>;

export function disputeFromRow(row: DisputeRow): Dispute {
  return Dispute.restore({
    customerAppId: row.customer_app_id as CustomerAppId,
    disputeId: row.dispute_id as DisputeId,
    integrationId: row.integration_id,
    processorReference: row.processor_reference,
    paymentId: row.payment_id as PaymentId,
    userId: row.user_id,
    externalUserId: row.external_user_id,
    paymentReference: row.payment_reference,
    status: row.status,
    report: reportFrom(row.report),
    remindedDays: row.reminded_days,
    sequence: row.sequence,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  });
}

export function disputeKey({ snapshot }: Dispute): Row {
  return { customer_app_id: snapshot.customerAppId, dispute_id: snapshot.disputeId };
}

export function fixedColumns({ snapshot }: Dispute): Row {
  return {
    integration_id: snapshot.integrationId,
    processor_reference: snapshot.processorReference,
    payment_id: snapshot.paymentId,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    payment_reference: snapshot.paymentReference,
    created_at: snapshot.createdAt,
  };
}

export function changingColumns({ snapshot }: Dispute): Row {
  return {
    status: snapshot.status,
    report: snapshot.report,
    reminded_days: snapshot.remindedDays,
    due_at: nextDueAt(snapshot),
    sequence: snapshot.sequence,
    position: snapshot.report.position,
    updated_at: snapshot.updatedAt,
  };
}

function reportFrom(stored: StoredReport): DisputeReport {
  const { defensePeriodDeadline: deadline } = stored;
  return { ...stored, defensePeriodDeadline: deadline === null ? null : new Date(deadline) };
}
