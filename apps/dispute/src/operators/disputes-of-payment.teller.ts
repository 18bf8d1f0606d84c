import { Injectable } from '@nestjs/common';
import type { ResourceKind, StoryEntry } from '@towpath/contracts/operator';
import { movesOfEach, StoryTeller, type ResourceId, type StoryReads } from '@towpath/service';
import { disputes } from '../disputes/dispute.table.js';

/** How the disputes about a payment went on. */
@Injectable()
export class DisputesOfPayment extends StoryTeller {
  async tell(
    { kind, customerAppId, id }: ResourceId & { readonly kind: ResourceKind },
    reads: StoryReads,
  ): Promise<StoryEntry[]> {
    if (kind !== 'payment') return [];
    const rows = await reads.rows(disputes, {
      by: ['created_at'],
      build: (select) =>
        select
          .where('t.customer_app_id = :app', { app: customerAppId })
          .andWhere('t.payment_id = :id', { id }),
    });
    const ids = rows.map(({ disputeId }) => disputeId);
    const of = { service: 'dispute', table: disputes, customerAppId, ids } as const;
    return [...(await movesOfEach(reads, of))].flatMap(([disputeId, moves]) => {
      const about = { kind: 'dispute', customer_app_id: customerAppId, id: disputeId } as const;
      return moves.map((move) => ({ ...move, title: `dispute: ${move.title}`, about }));
    });
  }
}
