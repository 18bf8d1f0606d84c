import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { after, type LinkJob, type LinkJobId } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';

/** Time in ms after which a missing product is given up; its stored rows stay. */
const RETRIEVAL_MS = 60 * 60_000;

/** One job per product of the session, in the write that lets the user in. */
@Injectable()
export class StartRetrievals {
  constructor(private readonly jobs: LinkJobRepository) {}

  /** Jobs that this process has taken, to be started once they are committed. */
  add(tx: AppTx, batch: WriteBatch, { snapshot }: LoginIdentity): readonly LinkJob[] {
    const { customerAppId, loginIdentityId, sessionId } = snapshot;
    const pending = snapshot.products.filter(
      (product) => snapshot.progress[product]?.status === 'IN_PROGRESS',
    );
    const jobOf = (product: Product): LinkJob => ({
      customerAppId,
      loginIdentityId,
      sessionId,
      jobId: newId<LinkJobId>(tx.systemNow),
      kind: 'RETRIEVAL',
      product,
      step: null,
      claim: 1,
      failures: 0,
      cursor: null,
      sealed: null,
      deadlineAt: after(tx.now, RETRIEVAL_MS),
    });
    const owed = pending.map(jobOf);
    for (const job of owed) this.jobs.add(tx, batch, job);
    return owed;
  }
}
