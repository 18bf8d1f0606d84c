import type { StateChange } from '@towpath/kernel';
import type { Row } from '@towpath/persistence';

/** History rows of an aggregate's moves. @param key tenant and ID of the aggregate */
export function historyRows(key: Row, changes: readonly StateChange[]): Row[] {
  return changes.map((change) => ({
    ...key,
    sequence: change.sequence,
    from_status: change.from,
    command: change.command,
    to_status: change.to,
    reason: change.reason,
    occurred_at: change.occurredAt,
  }));
}
