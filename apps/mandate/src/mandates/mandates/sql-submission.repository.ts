import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import {
  byKey,
  type AppTx,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import { Submission } from './submission.js';
import { columnOf } from './named-mandates.js';
import type { MandateIdQuery, MandateNames } from './ports.js';
import { SubmissionRepository } from './submission-ports.js';
import type { MandateSubmissionEntity } from './submission.entity.js';

type SubmissionRow = JsonRow<MandateSubmissionEntity>;

@Injectable()
export class SqlSubmissionRepository extends SubmissionRepository {
  override async find(tx: AppTx, mandateId: MandateId): Promise<Submission | null> {
    return (await this.findAll(tx, [mandateId])).get(mandateId) ?? null;
  }

  override async findAll(
    tx: AppTx,
    mandateIds: readonly MandateId[],
  ): Promise<ReadonlyMap<MandateId, Submission>> {
    const rows = await tx.query<{ row: SubmissionRow }>(
      byKey(`SELECT to_jsonb(s) AS row FROM mandate_submissions s
       WHERE customer_app_id = $1 AND mandate_id = ANY ($2)`),
      [tx.customerApp.id, mandateIds],
    );
    return new Map(rows.map(({ row }) => [row.mandate_id as MandateId, submissionFromRow(row)]));
  }

  override async ofNamed(
    tx: AppTx,
    names: MandateNames,
  ): Promise<ReadonlyMap<MandateId, Submission>> {
    if ('mandateIds' in names) return this.findAll(tx, names.mandateIds as readonly MandateId[]);
    const [column, values] = columnOf(names);
    const rows = await tx.query<{ row: SubmissionRow }>(
      byKey(`SELECT to_jsonb(s) AS row
       FROM mandates m JOIN mandate_submissions s USING (customer_app_id, mandate_id)
       WHERE m.customer_app_id = $1 AND m.${column} = ANY ($2)`),
      [tx.customerApp.id, values],
    );
    return new Map(rows.map(({ row }) => [row.mandate_id as MandateId, submissionFromRow(row)]));
  }

  override async findNamedBy(
    tx: AppTx,
    { sql, params }: MandateIdQuery,
  ): Promise<Submission | null> {
    const [found] = await tx.query<{ row: SubmissionRow }>(
      byKey(`SELECT to_jsonb(s) AS row FROM mandate_submissions s
       WHERE customer_app_id = $${params.length + 1} AND mandate_id = (${sql})`),
      [...params, tx.customerApp.id],
    );
    return found ? submissionFromRow(found.row) : null;
  }

  override async mandateOf(tx: AppTx, reference: string): Promise<MandateId | null> {
    const [found] = await tx.query<{ mandate_id: MandateId }>(
      byKey(`SELECT mandate_id FROM mandate_submissions WHERE customer_app_id = $1 AND reference = $2
       ORDER BY mandate_id LIMIT 1`),
      [tx.customerApp.id, reference],
    );
    return found?.mandate_id ?? null;
  }

  override add(batch: WriteBatch, submission: Submission): void {
    const { reference, createdAt } = submission.snapshot;
    batch.insert('mandate_submissions', {
      ...keyOf(submission),
      ...changingColumns(submission),
      reference,
      created_at: createdAt,
    });
  }

  override save(batch: WriteBatch, submission: Submission): void {
    batch.update('mandate_submissions', keyOf(submission), changingColumns(submission));
  }
}

function submissionFromRow(row: SubmissionRow): Submission {
  return Submission.restore({
    mandateId: row.mandate_id as MandateId,
    customerAppId: row.customer_app_id as CustomerAppId,
    reference: row.reference,
    integrationId: row.integration_id,
    integrationMetadata: row.integration_metadata,
    bankReason: row.bank_reason,
    recall: row.recall,
    sentAt: dateFromJsonOrNull(row.sent_at),
    followUpAt: dateFromJsonOrNull(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    createdAt: dateFromJson(row.created_at),
  });
}

function keyOf({ snapshot }: Submission): Row {
  return { customer_app_id: snapshot.customerAppId, mandate_id: snapshot.mandateId };
}

function changingColumns({ snapshot }: Submission): Row {
  return {
    integration_id: snapshot.integrationId,
    integration_metadata: snapshot.integrationMetadata,
    bank_reason: snapshot.bankReason,
    recall: snapshot.recall,
    sent_at: snapshot.sentAt,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
  };
}
