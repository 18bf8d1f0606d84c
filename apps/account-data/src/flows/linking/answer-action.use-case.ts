import { Injectable } from '@nestjs/common';
import type { LinkActionRequest } from '@towpath/contracts/account-data';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { OpenTypedFields, type TypedFields } from '../../identities/link-keys/open-payload.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { REDIRECT_ACTION } from '../../retrieval/logins/bank-pages.js';

/** Accepts the user's answer to the open action; each action is answered once. */
@Injectable()
export class AnswerAction {
  constructor(
    private readonly transactions: Transactions,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
    private readonly openTypedFields: OpenTypedFields,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawLoginIdentityId: string,
    asked: LinkActionRequest,
  ): Promise<LoginIdentitySnapshot> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    const inputs = await this.openTypedFields.execute(asked.encrypted_credentials);
    const { job, snapshot } = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.read.lock(tx, loginIdentityId);
      if (identity.snapshot.action?.actionId !== asked.action_id) throw noAction();
      const waiting = (await this.jobs.ofLogin(tx, loginIdentityId)).find(isWaiting);
      if (!waiting) throw noAction();
      identity.answer(tx.now);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      await tx.write(batch);
      return { job: await this.answered(tx, waiting, inputs), snapshot: identity.snapshot };
    });
    this.runner.start([job]);
    return snapshot;
  }

  /** The job as this process has taken it. */
  private async answered(tx: AppTx, waiting: LinkJob, inputs: TypedFields): Promise<LinkJob> {
    const before = waiting.sealed && (await this.secrets.openLogin(tx, waiting, waiting.sealed));
    const sealed = await this.secrets.sealLogin(tx, waiting, { ...before, inputs });
    const step: LoginStep = { ...(waiting.step as LoginStep), name: 'ANSWER' };
    const taken = { step, sealed, takeAway: true };
    if (!(await this.jobs.change(tx, waiting, taken))) throw noAction();
    return { ...waiting, step, sealed, claim: waiting.claim + 1 };
  }
}

function isWaiting({ kind, step }: LinkJob): boolean {
  // What is answered on the page of the bank is answered nowhere else.
  return kind === 'LOGIN' && step?.name === 'WAIT' && step.actionName !== REDIRECT_ACTION;
}

function noAction(): DomainError {
  return new DomainError('LINK_ACTION_NOT_FOUND', 'This action is not, or no longer, open.');
}
