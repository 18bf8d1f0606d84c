import type { DisputeId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { EvidenceFile, EvidenceId, NewEvidence } from './evidence-file.js';

/** A file in a list; its name is null once the person behind the payment was erased. */
export interface ListedEvidence extends EvidenceFile {
  readonly fileName: string | null;
}

/** What is read of a file to send it. */
export interface StoredFile extends EvidenceFile {
  /** Null once the person was erased. */
  readonly content: Buffer | null;
}

/** Files that defend disputes, sealed with the key of the person behind the payment. */
export abstract class EvidenceRepository {
  /** Oldest first. */
  abstract list(
    tx: AppTx,
    of: { readonly disputeId: DisputeId; readonly userId: string },
  ): Promise<ListedEvidence[]>;
  /** Throws `PersonalDataErased`; fails on `dispute_evidence_once` for a file that is there. */
  abstract add(tx: AppTx, evidence: NewEvidence): Promise<void>;
  /** Null when it is no longer kept. */
  abstract open(tx: AppTx, evidenceId: EvidenceId): Promise<StoredFile | null>;
  /** Destroys the person's key and what was sealed with it. For good; repeatable. */
  abstract erase(tx: AppTx, userId: string): Promise<void>;
}
