import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { LoginSecretStore, type LoginSecrets } from '../../identities/credentials/login-secrets.js';
import {
  after,
  type LinkJob,
  type LinkJobId,
  type LoginStep,
} from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';

/** A login that has not ended by then is given up. */
const LOGIN_MS = 30 * 60_000;

/** Adds the job of a login to the write that begins its session. */
@Injectable()
export class StartLogin {
  constructor(
    private readonly jobs: LinkJobRepository,
    private readonly secrets: LoginSecretStore,
  ) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    login: {
      readonly identity: LoginIdentity;
      readonly step: LoginStep;
      readonly secrets: LoginSecrets;
    },
  ): Promise<LinkJob> {
    const { customerAppId, loginIdentityId, sessionId } = login.identity.snapshot;
    const owner = { customerAppId, loginIdentityId, sessionId };
    const job: LinkJob = {
      ...owner,
      jobId: newId<LinkJobId>(tx.systemNow),
      kind: 'LOGIN',
      product: null,
      step: login.step,
      claim: 1,
      failures: 0,
      cursor: null,
      sealed: await this.secrets.sealLogin(tx, owner, login.secrets),
      deadlineAt: after(tx.now, LOGIN_MS),
    };
    this.jobs.add(tx, batch, job);
    return job;
  }
}
