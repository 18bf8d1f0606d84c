import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Recall } from './submission.js';
import { SubmissionRepository } from './submission-ports.js';
import type { Mandate } from './mandate.js';
import { ChecklistsService } from '../checklists/checklists.service.js';
import { MandateRepository } from './ports.js';

/**
 * Ends a mandate; a bank that may have it is notified at once, or by a job. The submissions of its
 * payer are deleted with it.
 */
@Injectable()
export class StopMandate {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly checklists: ChecklistsService,
  ) {}

  lock(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    return this.mandates.lock(tx, mandateId);
  }

  /** The moves of the mandate, and the question to its bank. */
  async save(tx: AppTx, mandate: Mandate): Promise<void> {
    await this.checklists.empty(tx, mandate.snapshot.mandateId);
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    const submission = await this.submissions.find(tx, mandate.snapshot.mandateId);
    if (submission && submission.snapshot.sentAt !== null) {
      submission.askFromNowOn(tx.now);
      this.submissions.save(batch, submission);
    }
    tx.write(batch);
  }

  /** The bank may be deciding; whatever it decides, the mandate does not become active. */
  async recall(tx: AppTx, mandate: Mandate, recall: Recall): Promise<void> {
    const submission = await this.submissions.find(tx, mandate.snapshot.mandateId);
    if (!submission) return;
    const batch = new WriteBatch();
    submission.callBack(recall);
    submission.askFromNowOn(tx.now);
    this.submissions.save(batch, submission);
    tx.write(batch);
  }
}
