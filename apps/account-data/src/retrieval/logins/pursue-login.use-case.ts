import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import type { LoginAnswer } from '../../banks/institution-connections/institution-connector.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner, type LinkJobHandler } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { askBank, type PreparedLogin } from './ask-bank.js';
import { LoginBanks } from './login-banks.js';
import { MOST_FAILURES, RecordLoginAnswer } from './record-login-answer.js';
import { REFUSALS, UNANSWERED } from './refusals.js';

/** Continues a login by one step: asks the bank, and records its answer. */
@Injectable()
export class PursueLogin implements LinkJobHandler, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
    private readonly banks: LoginBanks,
    private readonly recordLoginAnswer: RecordLoginAnswer,
  ) {}

  onModuleInit(): void {
    this.runner.register('LOGIN', this);
  }

  async execute(job: LinkJob): Promise<void> {
    const { step } = job;
    if (!step) return;
    if (step.name === 'WAIT') return this.recordLoginAnswer.expire(job, REFUSALS.LEFT);
    if (step.guess?.isRefused) return this.recordLoginAnswer.expire(job, REFUSALS.LIMITED);
    if (job.failures > MOST_FAILURES) return this.recordLoginAnswer.expire(job, UNANSWERED);
    const prepared = await this.transactions.forApp(job.customerAppId, (tx) =>
      this.prepare(tx, job, step),
    );
    if (!prepared) return;
    if (job.failures > 0 && prepared.now >= job.deadlineAt) {
      return this.recordLoginAnswer.expire(job, UNANSWERED);
    }
    const answer = await this.ask(prepared);
    const outcome = await this.recordLoginAnswer.execute(job, { answer, prepared });
    if (outcome === 'OTHER_LOGIN' && answer.outcome === 'ACCEPTED') {
      await this.giveBack(prepared, answer.bankSession);
    }
  }

  /** Null if the job is no longer needed, or belongs to another worker. */
  private async prepare(tx: AppTx, job: LinkJob, step: LoginStep): Promise<PreparedLogin | null> {
    const identity = await this.identities.lock(tx, job.loginIdentityId);
    if (!identity?.isIn(job) || !(await this.jobs.begin(tx, job))) return null;
    if (identity.can('authenticate')) {
      identity.authenticate(tx.now);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
    }
    const isBackground = step.name === 'BACKGROUND';
    return {
      snapshot: identity.snapshot,
      step,
      secrets: job.sealed ? await this.secrets.openLogin(tx, job, job.sealed) : {},
      kept: isBackground ? await this.secrets.credentials(tx, job) : null,
      bankSession: isBackground ? await this.secrets.bankSession(tx, job) : null,
      way: this.banks.wayOf(identity.snapshot),
      now: tx.now,
    };
  }

  /** Ends a session at the bank that nobody uses. */
  private async giveBack({ snapshot }: PreparedLogin, bankSession: string): Promise<void> {
    const { customerAppId, live, institutionId, loginIdentityId } = snapshot;
    try {
      const bank = this.banks.connectorOf({ appType: live ? 'LIVE' : 'TEST', institutionId });
      await bank.removeConsent({ customerAppId, institutionId, bankSession });
    } catch (error) {
      this.banks.didNotAnswer(error, loginIdentityId);
    }
  }

  private async ask(prepared: PreparedLogin): Promise<LoginAnswer> {
    const { live, institutionId, loginIdentityId } = prepared.snapshot;
    try {
      const connector = this.banks.connectorOf({ appType: live ? 'LIVE' : 'TEST', institutionId });
      return await askBank(connector, prepared);
    } catch (error) {
      this.banks.didNotAnswer(error, loginIdentityId);
      return { outcome: 'UNKNOWN' };
    }
  }
}
