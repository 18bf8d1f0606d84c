import type { ServiceName } from '@towpath/contracts';
import type {
  AuditedAct,
  AuditEntry,
  OperatorClaim,
  OperatorRole,
} from '@towpath/contracts/operator';
import { newId, type Id } from '@towpath/kernel';
import type { OperatorQuery } from '../operators/operator-reads.js';
import { byKey } from '../transactions/planned-statement.js';
import type { Tx } from '../transactions/tx.js';

/** What an operator saw or did: IDs and names of members, never values. */
export interface AuditedDeed {
  readonly act: AuditedAct;
  /** The operation or action. */
  readonly operation: string;
  /** Absent if it is about no app, or about all. */
  readonly customerAppId?: string | undefined;
  readonly kind?: string | undefined;
  readonly id?: string | undefined;
  /** Names of the members that were seen. */
  readonly members?: readonly string[];
  readonly reason?: string | undefined;
  /** ID of the entry, if it is given already. */
  readonly entryId?: AuditEntryId;
}

export type AuditEntryId = Id<'AuditEntry'>;

/** Who did it: an operator with a session, or somebody who got none. */
export interface AuditedBy extends Pick<OperatorClaim, 'subject' | 'session'> {
  readonly role: OperatorRole | 'none';
}

const INSERT = byKey(`INSERT INTO audit_entries (audit_entry_id, subject, role, session, act,
    operation, customer_app_id, kind, resource_id, members, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

/**
 * Writes an entry in the transaction of an action. A sight has one of its own, which is committed
 * before the answer. The transaction of an app writes entries about that app only; an entry about
 * none needs a worker's transaction.
 */
export async function recordAudit(tx: Tx, by: AuditedBy, deed: AuditedDeed): Promise<void> {
  await tx.begun;
  const { act, operation, customerAppId, kind, id, members = [], reason } = deed;
  const { entryId = newId<AuditEntryId>(tx.systemNow) } = deed;
  const values = [customerAppId ?? null, kind ?? null, id ?? null, members, reason ?? null];
  const { subject, role, session } = by;
  await tx.query(INSERT, [entryId, subject, role, session, act, operation, ...values]);
}

/** Where a list begins, as the lists of `@towpath/http` have it. */
export interface AuditPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export interface AuditList {
  readonly service: ServiceName;
  readonly customerAppId?: string | undefined;
  readonly subject?: string | undefined;
  /** ID of a resource. */
  readonly id?: string | undefined;
  readonly limit: number;
  readonly after?: AuditPlace | undefined;
}

interface EntryRow {
  readonly entry: Omit<AuditEntry, 'service' | 'occurred_at'>;
  readonly occurred_at: Date;
}

const ENTRY = `json_strip_nulls(json_build_object('audit_entry_id', audit_entry_id,
  'subject', subject, 'role', role, 'session', session, 'act', act, 'operation', operation,
  'customer_app_id', customer_app_id, 'kind', kind, 'id', resource_id, 'members', members,
  'reason', reason))`;

/**
 * Entries about the apps of the operator, newest first, and the place where the next page begins;
 * undefined on the last page. Entries about no app are for operators who may see all apps.
 */
export async function listAuditEntries(
  reads: Pick<OperatorQuery, 'select'>,
  { service, customerAppId, subject, id, limit, after }: AuditList,
): Promise<{ entries: AuditEntry[]; next: AuditPlace | undefined }> {
  const conditions = {
    't.customer_app_id = :app': { app: customerAppId },
    't.subject = :subject': { subject },
    't.resource_id = :id': { id },
    't.audit_entry_id < :after': { after: after?.id },
  };
  const rows = await reads.select<EntryRow>('audit_entries', (query) => {
    query.select(ENTRY, 'entry').addSelect('t.occurred_at', 'occurred_at');
    for (const [condition, parameter] of Object.entries(conditions)) {
      if (Object.values(parameter)[0] !== undefined) query.andWhere(condition, parameter);
    }
    return query.orderBy('t.audit_entry_id', 'DESC').limit(limit + 1);
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    entries: page.map(({ entry, occurred_at: at }) => ({
      ...entry,
      service,
      occurred_at: at.toISOString(),
    })),
    next: last && { createdAt: last.occurred_at, id: last.entry.audit_entry_id },
  };
}
