import { createHash } from 'node:crypto';
import type { DisputeId } from '@towpath/kernel';
import type { EvidenceRow } from './evidence.table.js';

/** Files that answer one chargeback. */
export const MOST_FILES = 10;

/** The members of a file without its content. */
export const FILE = ['evidenceId', 'round', 'digest', 'mediaType', 'sizeBytes', 'addedAt'] as const;

/** The data of a file without its content; `round` is the chargeback that it answers, from 1. */
export type EvidenceFile = Pick<EvidenceRow, (typeof FILE)[number]>;

export interface NewEvidence extends EvidenceFile, Pick<EvidenceRow, 'disputeId' | 'userId'> {
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

export function fileOf(row: EvidenceFile): EvidenceFile {
  const { evidenceId, round, digest, mediaType, sizeBytes, addedAt } = row;
  return { evidenceId, round, digest, mediaType, sizeBytes, addedAt };
}
