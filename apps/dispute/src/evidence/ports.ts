import type { EvidenceFile } from './evidence-file.js';

/** A file in a list; its name is null once the person behind the payment was erased. */
export interface ListedEvidence extends EvidenceFile {
  readonly fileName: string | null;
}

/** A file with its content, for the call to the processor. */
export interface StoredFile extends EvidenceFile {
  /** Null once the person was erased. */
  readonly content: Buffer | null;
}
