import { Injectable } from '@nestjs/common';
import type { ResourceKind, StoryEntry } from '@towpath/contracts/operator';
import type { DisputeId } from '@towpath/kernel';
import { movesOf, StoryTeller, type ResourceId, type StoryReads } from '@towpath/service';
import { mandateCharges } from '../debit/mandate-charges/mandate-charge.table.js';
import { disputeHolds } from '../money/payment-disputes/dispute-hold.table.js';
import { attemptTalks, mandateChargeEntry } from './gateway-talks.js';
import { ledgerEntries } from './ledger-entries.js';
import { rowsOf } from './story-entries.js';

/** What payments know of mandates and disputes, which other services keep. */
@Injectable()
export class KnownElsewhere extends StoryTeller {
  tell(about: ResourceId & { readonly kind: ResourceKind }, reads: StoryReads) {
    if (about.kind === 'mandate') return ofMandate(about, reads);
    return about.kind === 'dispute' ? ofDispute(about, reads) : Promise.resolve([]);
  }
}

/** Charges, and the attempts of a link in which the payer authorized it. */
async function ofMandate(
  { customerAppId: app, id }: ResourceId,
  reads: StoryReads,
): Promise<StoryEntry[]> {
  const chosen = { app, where: 't.mandate_id = :id', parameters: { id } };
  const charged = await rowsOf(reads, mandateCharges, chosen);
  return [...charged.map(mandateChargeEntry), ...(await attemptTalks(reads, chosen))];
}

/** What it holds, releases and takes. */
async function ofDispute(place: ResourceId, reads: StoryReads): Promise<StoryEntry[]> {
  const moves = await movesOf(reads, { service: 'payment-link', table: disputeHolds, place });
  return [
    ...moves.map((move) => ({ ...move, title: `money: ${move.title}` })),
    ...(await ledgerEntries(reads, place.customerAppId, { disputeIds: [place.id as DisputeId] })),
  ];
}
