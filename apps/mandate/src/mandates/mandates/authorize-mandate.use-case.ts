import { nextFollowUp } from '@towpath/kernel';
import { Injectable } from '@nestjs/common';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { Submission } from './submission.js';
import { SubmissionRepository } from './submission-ports.js';
import type { Mandate } from './mandate.js';
import { ConsentEvidence, MandateRepository, type ConsentGiven } from './ports.js';

/**
 * Sends a locked mandate whose factors are all satisfied to its bank. One write contains the
 * transition, the evidence of the consent and the submission. The draft of a payment link gets here
 * only after `AttemptConfirmation`. After the commit `PursueSubmission` sends the mandate; if this
 * process dies first, a job does.
 */
@Injectable()
export class AuthorizeMandate {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly evidence: ConsentEvidence,
  ) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { mandate, consent }: { readonly mandate: Mandate; readonly consent: ConsentGiven },
  ): Promise<void> {
    const at = tx.now;
    mandate.authorize(at);
    const { mandateId, customerAppId } = mandate.snapshot;
    const followUpAt = nextFollowUp(0, at);
    this.mandates.save(batch, mandate);
    this.submissions.add(
      batch,
      Submission.plan({ mandateId, customerAppId }, { now: at, followUpAt }),
    );
    await this.evidence.add(tx, batch, { mandate: mandate.snapshot, consent, at });
  }
}
