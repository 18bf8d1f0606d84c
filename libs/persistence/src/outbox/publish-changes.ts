import { definitionOf, type EventName, type PayloadOf } from '@towpath/contracts';
import type { CustomerAppId, StateChange } from '@towpath/kernel';
import type { WriteBatch } from '../transactions/write-batch.js';

/** The members of a payload that its change states. */
type OfChange = 'customer_app_id' | 'occurred_at' | 'previous_status' | 'status';
type StatusOf<P> = P extends { readonly status: infer S extends string } ? S : never;

/** Publishes what each move of an aggregate says, with the payload that `membersOf` completes. */
export function publishChanges<N extends EventName>(
  batch: WriteBatch,
  moved: {
    readonly customerAppId: CustomerAppId;
    readonly changes: readonly StateChange<StatusOf<PayloadOf<N>>, string, N>[];
  },
  membersOf: (
    change: StateChange<StatusOf<PayloadOf<N>>, string, N>,
  ) => Omit<PayloadOf<N>, OfChange>,
): void {
  const { customerAppId } = moved;
  for (const change of moved.changes) {
    const { event, occurredAt, sequence } = change;
    if (event === null) continue;
    const payload = {
      customer_app_id: customerAppId,
      occurred_at: occurredAt.toISOString(),
      previous_status: change.from,
      status: change.to,
      ...membersOf(change),
    };
    batch.publish<object>(definitionOf(event), { payload, sequence, customerAppId });
  }
}
