import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { bigint, defineTable, integer, text, texts, time } from '@towpath/persistence';
import type { AnswerKind, AnswerOutcome } from '../disputes/answer.js';
import type { EvidenceId } from '../evidence/evidence.table.js';

/** The merchant's answers to the processor, stored before the call to the processor. */
export const answers = defineTable(
  'dispute_answers',
  {
    customerAppId: text<CustomerAppId>(),
    disputeId: text<DisputeId>(),
    /** Counts the answers to a dispute, from 1. */
    number: bigint(),
    kind: text<AnswerKind>().fixed(),
    evidenceDigest: text().orNull().fixed(),
    /** Files that were sent, some of which may be gone by now. */
    evidenceIds: texts<EvidenceId>().default('{}').fixed(),
    asks: integer(),
    /** On the app's clock; null once it is settled. */
    followUpAt: time().orNull(),
    answeredAt: time().fixed(),
    outcome: text<AnswerOutcome>().orNull(),
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
