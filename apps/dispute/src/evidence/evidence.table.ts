import type { EvidenceMediaType } from '@towpath/contracts';
import type { CustomerAppId, DisputeId, Id } from '@towpath/kernel';
import { bigint, bytes, defineTable, integer, text, time, type RowOf } from '@towpath/persistence';

export type EvidenceId = Id<'Evidence'>;

/** Files that defend disputes; emptied when the person behind the payment is erased. */
export const evidence = defineTable(
  'dispute_evidence',
  {
    customerAppId: text<CustomerAppId>(),
    evidenceId: text<EvidenceId>(),
    disputeId: text<DisputeId>(),
    round: integer(),
    /** The payer of the disputed payment, whose key encrypts the file. */
    userId: text(),
    /** SHA-256 of the content in hex. */
    digest: text(),
    mediaType: text<EvidenceMediaType>(),
    sizeBytes: bigint(),
    /** Of a PDF; 1 of an image. */
    pages: integer(),
    sealedName: bytes().orNull(),
    sealedContent: bytes().orNull(),
    /** The app's clock. */
    addedAt: time(),
    /** Real time. */
    storedAt: time(),
  },
  {
    key: ['customerAppId', 'evidenceId'],
    indexes: {
      dispute_evidence_once: {
        columns: ['customerAppId', 'disputeId', 'round', 'digest'],
        unique: true,
      },
      dispute_evidence_user: ['customerAppId', 'userId'],
      dispute_evidence_stored: { columns: ['storedAt'], type: 'brin' },
    },
    foreignKeys: {
      dispute_evidence_dispute_fkey: {
        columns: ['customerAppId', 'disputeId'],
        to: 'disputes',
        onDelete: 'CASCADE',
      },
    },
  },
);

export type EvidenceRow = RowOf<typeof evidence>;
