import { createHash } from 'node:crypto';
import type { EvidenceMediaType } from '@towpath/contracts';
import type { DisputeId, Id } from '@towpath/kernel';

export type EvidenceId = Id<'Evidence'>;

/** Files that answer one chargeback. */
export const MOST_FILES = 10;

/** The data of a file without its content. */
export interface EvidenceFile {
  readonly evidenceId: EvidenceId;
  /** The chargeback that it answers, from 1. */
  readonly round: number;
  /** SHA-256 of the content in hex. */
  readonly digest: string;
  readonly mediaType: EvidenceMediaType;
  readonly sizeBytes: number;
  /** The app's clock. */
  readonly addedAt: Date;
}

export interface NewEvidence extends EvidenceFile {
  readonly disputeId: DisputeId;
  /** The payer of the disputed payment, whose key encrypts the file. */
  readonly userId: string;
  readonly fileName: string;
  readonly content: Buffer;
}

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Names an answer with its files: another one in each round, the same for a repeat. */
export function answerDigest(
  disputeId: DisputeId,
  { round, files }: { readonly round: number; readonly files: readonly EvidenceFile[] },
): string {
  const digests = files.map(({ digest }) => digest).toSorted();
  return digestOf(Buffer.from([disputeId, round, ...digests].join(' ')));
}
