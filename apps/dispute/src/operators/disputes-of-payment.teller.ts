import { Injectable } from '@nestjs/common';
import type { ResourceKind, StoryEntry } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { movesOf, StoryTeller, type ResourceId } from '@towpath/service';
import { disputes } from '../disputes/dispute.table.js';

/** More than any payment has: a processor repeats a dispute a few times at most. */
const MAX_DISPUTES = 20;

/** How the disputes about a payment went on. */
@Injectable()
export class DisputesOfPayment extends StoryTeller {
  async tell(
    { kind, customerAppId, id }: ResourceId & { readonly kind: ResourceKind },
    reads: OperatorQuery,
  ): Promise<StoryEntry[]> {
    if (kind !== 'payment') return [];
    const rows = await reads.rows(disputes, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.payment_id = :id', { id })
        .limit(MAX_DISPUTES),
    );
    const moved = rows.map(async ({ disputeId }) => {
      const about = { kind: 'dispute', customer_app_id: customerAppId, id: disputeId } as const;
      const place = { customerAppId, id: disputeId };
      const moves = await movesOf(reads, { service: 'dispute', table: disputes, place });
      return moves.map((move) => ({ ...move, title: `dispute: ${move.title}`, about }));
    });
    return (await Promise.all(moved)).flat();
  }
}
