import type { ServiceName } from '@towpath/contracts';
import type { ListParkedMessagesQuery, ParkedMessage } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';

const PARKED = [
  'parked_message_id',
  'customer_app_id',
  'topic',
  'event_name',
  'message_key',
  'reason',
  'attempts',
  'parked_at',
  'replay_requested_at',
] as const;

interface ParkedRow {
  readonly parked_message_id: string;
  readonly customer_app_id: string | null;
  readonly topic: string;
  readonly event_name: string | null;
  readonly message_key: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parked_at: Date;
  readonly replay_requested_at: Date | null;
}

/** Those that wait, oldest first. */
export async function parkedMessages(
  reads: OperatorQuery,
  query: ListParkedMessagesQuery & { readonly service: ServiceName; readonly id?: string },
): Promise<ParkedMessage[]> {
  const { service, limit, customer_app_id: app, id } = query;
  const rows = await reads.select<ParkedRow>('parked_messages', (select) => {
    select
      .select(PARKED.map((column) => `t.${column} AS "${column}"`))
      .where('t.replayed_at IS NULL')
      .orderBy('t.parked_at')
      .limit(limit);
    if (id !== undefined) select.andWhere('t.parked_message_id = :id', { id });
    return app ? select.andWhere('t.customer_app_id = :app', { app }) : select;
  });
  return rows.map((row) => ({
    ...row,
    service,
    customer_app_id: row.customer_app_id ?? undefined,
    event_name: row.event_name ?? undefined,
    parked_at: row.parked_at.toISOString(),
    replay_requested_at: row.replay_requested_at?.toISOString(),
  }));
}
