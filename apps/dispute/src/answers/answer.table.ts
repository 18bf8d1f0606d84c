import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { bigint, defineTable, integer, text, texts, time, type RowOf } from '@towpath/persistence';
import type { EvidenceId } from '../evidence/evidence.table.js';

/** The merchant's decisions about a dispute. */
export type AnswerKind = 'ACCEPT' | 'DEFEND';

/** The merchant's answers to the processor, stored before the call to the processor. */
export const answers = defineTable(
  'dispute_answers',
  {
    customerAppId: text<CustomerAppId>(),
    disputeId: text<DisputeId>(),
    /** Counts the answers to a dispute, from 1. */
    number: bigint(),
    kind: text<AnswerKind>().fixed(),
    /** SHA-256 in hex of the evidence; null when the dispute is accepted. */
    evidenceDigest: text().orNull().fixed(),
    /** Files that were sent, some of which may be gone by now. */
    evidenceIds: texts<EvidenceId>().default('{}').fixed(),
    /** Questions after the first. */
    asks: integer(),
    /** On the app's clock; null once it is settled. */
    followUpAt: time().orNull(),
    answeredAt: time().fixed(),
    /** `REFUSED`: the processor did not take it. */
    outcome: text<'DONE' | 'REFUSED'>().orNull(),
    /** Real time. */
    settledAt: time().orNull(),
  },
  {
    key: ['customerAppId', 'disputeId', 'number'],
    foreignKeys: {
      dispute_answers_dispute_fkey: { columns: ['customerAppId', 'disputeId'], to: 'disputes' },
    },
  },
);

export type Answer = RowOf<typeof answers>;
