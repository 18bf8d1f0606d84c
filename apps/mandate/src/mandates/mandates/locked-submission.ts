import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Mandate } from './mandate.js';
import { MandateRepository } from './ports.js';
import type { Submission } from './submission.js';
import { SubmissionRepository } from './submission-ports.js';

/** A mandate and its side at the bank, under the lock of the mandate. */
export interface LockedSubmission {
  readonly mandate: Mandate;
  readonly submission: Submission;
}

@Injectable()
export class LockedSubmissions {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
  ) {}

  /** Null for a mandate that never went to a bank. */
  async lock(tx: AppTx, mandateId: MandateId): Promise<LockedSubmission | null> {
    const mandate = await this.mandates.lock(tx, mandateId);
    const submission = mandate && (await this.submissions.find(tx, mandateId));
    return submission ? { mandate, submission } : null;
  }

  /** Without the lock, read-only; a change must take the lock. */
  async read(tx: AppTx, mandateId: MandateId): Promise<LockedSubmission | null> {
    const mandate = await this.mandates.find(tx, mandateId);
    const submission = mandate && (await this.submissions.find(tx, mandateId));
    return submission ? { mandate, submission } : null;
  }

  save(tx: AppTx, { mandate, submission }: LockedSubmission): void {
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    this.submissions.save(batch, submission);
    tx.write(batch);
  }
}
