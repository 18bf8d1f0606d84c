import type { StoryEntry } from '@towpath/contracts/operator';
import type { CustomerAppId, DisputeId, Id, PaymentId, PayoutId } from '@towpath/kernel';
import type { StoryReads } from '@towpath/service';
import { ledgerTransfers } from '../money/ledger/ledger.table.js';
import { rowsOf, storyEntry } from './story-entries.js';

/** What moves money; any of them. */
interface Movers {
  readonly paymentId?: PaymentId;
  readonly refundIds?: readonly Id<'Refund'>[];
  readonly disputeIds?: readonly DisputeId[];
  readonly payoutId?: PayoutId;
  /** Entries of a card processor: place and name. */
  readonly processorReferences?: readonly string[];
}

/** The entries of the ledger that they made. Each condition has an index of its own. */
export async function ledgerEntries(
  reads: StoryReads,
  app: CustomerAppId,
  movers: Movers,
): Promise<StoryEntry[]> {
  const { paymentId, refundIds, disputeIds, payoutId, processorReferences } = movers;
  const conditions = [
    paymentId && 't.payment_id = :paymentId AND t.dispute_id IS NULL AND t.refund_id IS NULL',
    payoutId && 't.payout_id = :payoutId',
    refundIds?.length && 't.refund_id = ANY (:refundIds)',
    disputeIds?.length && 't.dispute_id = ANY (:disputeIds)',
    processorReferences?.length && 't.processor_reference = ANY (:processorReferences)',
  ].filter((each) => typeof each === 'string' && each !== '');
  if (conditions.length === 0) return [];
  const where = conditions.map((each) => `(${each})`).join(' OR ');
  const by = ['occurred_at', 'ledger_transfer_id'];
  const parameters = { ...movers };
  const found = await rowsOf(reads, ledgerTransfers, { app, where, parameters, by });
  return found.map((entry) =>
    storyEntry({
      at: entry.occurredAt,
      entry: 'LEDGER',
      title: `${entry.kind}: ${entry.debitAccount} → ${entry.creditAccount}`,
      details: {
        from: entry.debitAccount,
        to: entry.creditAccount,
        amount: entry.amount,
        currency: entry.currency,
        ledger_transfer_id: entry.ledgerTransferId,
        refund_id: entry.refundId,
        dispute_id: entry.disputeId,
        processor_reference: entry.processorReference,
      },
    }),
  );
}
