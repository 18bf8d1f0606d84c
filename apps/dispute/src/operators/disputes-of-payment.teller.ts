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
    const chosen = { customerAppId, where: 't.payment_id = :id', parameters: { id } };
    const of = { service: 'dispute', table: disputes, ...chosen } as const;
    return [...(await movesOfEach(reads, of))].flatMap(([disputeId, moves]) => {
      const about = { kind: 'dispute', customer_app_id: customerAppId, id: disputeId } as const;
      return moves.map((move) => ({ ...move, title: `dispute: ${move.title}`, about }));
    });
  }
}
