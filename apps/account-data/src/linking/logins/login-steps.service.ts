import { Injectable } from '@nestjs/common';
import { InstitutionConnectionsService } from '../../banks/institution-connections/institution-connections.service.js';
import type {
  InstitutionConnector,
  LoginAnswer,
} from '../../banks/institution-connections/institution-connector.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import {
  LoginAnswersService,
  MAX_FAILURES,
  REFUSALS,
  type PreparedLogin,
} from './login-answers.service.js';

/** Continues logins step by step: asks the bank, and records its answer. */
@Injectable()
export class LoginStepsService {
  constructor(
    private readonly jobs: LinkJobsService,
    private readonly answers: LoginAnswersService,
    private readonly connections: InstitutionConnectionsService,
  ) {}

  start(job: LinkJob): void {
    this.jobs.start(job, (started) => this.continue(started));
  }

  async continue(job: LinkJob): Promise<void> {
    const { step } = job;
    if (!step) return;
    if (step.name === 'WAIT') return this.answers.expire(job, REFUSALS.LEFT);
    if (step.guess?.isRefused) return this.answers.expire(job, REFUSALS.LIMITED);
    if (job.failures > MAX_FAILURES) return this.answers.expire(job, REFUSALS.UNANSWERED);
    const prepared = await this.answers.prepare(job, step);
    if (!prepared) return;
    const isOver = job.failures > 0 && prepared.now >= job.deadlineAt;
    if (isOver) return this.answers.expire(job, REFUSALS.UNANSWERED);
    const answer = await this.ask(prepared);
    const isOther = (await this.answers.record(job, { answer, prepared })) === 'OTHER_LOGIN';
    if (isOther && answer.outcome === 'ACCEPTED') await this.end(prepared, answer.bankSession);
  }

  /** A bank that does not answer, or answers nonsense, is `UNKNOWN`. */
  private async ask(prepared: PreparedLogin): Promise<LoginAnswer> {
    const { snapshot } = prepared;
    try {
      return await askBank(this.connections.of(snapshot), prepared);
    } catch (error) {
      this.connections.didNotAnswer(error, snapshot.loginIdentityId);
      return { outcome: 'UNKNOWN' };
    }
  }

  /** Ends a session at the bank that nobody uses. */
  private async end({ snapshot }: PreparedLogin, bankSession: string): Promise<void> {
    const { customerAppId, institutionId, loginIdentityId } = snapshot;
    try {
      const bank = this.connections.of(snapshot);
      await bank.removeConsent({ customerAppId, institutionId, bankSession });
    } catch (error) {
      this.connections.didNotAnswer(error, loginIdentityId);
    }
  }
}

function askBank(
  connector: InstitutionConnector,
  { snapshot, step, secrets, kept, bankSession, redirects, now }: PreparedLogin,
): Promise<LoginAnswer> {
  const { linkingAttemptId: attemptId, customerAppId, loginIdentityId, institutionId } = snapshot;
  const { language } = step;
  const attempt = { attemptId, customerAppId, loginIdentityId, institutionId, language, now };
  const { returnUrl, state } = redirects;
  switch (step.name) {
    case 'START':
      return connector.startLogin({
        ...attempt,
        loginMethodId: step.loginMethodId ?? '',
        credentials: secrets.credentials ?? {},
      });
    case 'ANSWER':
      return connector.answerAction({
        ...attempt,
        pendingLogin: secrets.pendingLogin ?? '',
        actionName: step.actionName ?? '',
        inputs: secrets.inputs ?? {},
      });
    case 'REDIRECT':
      return connector.startRedirect({ ...attempt, returnUrl, state });
    case 'RETURN':
      return connector.completeRedirect({
        ...attempt,
        state,
        query: secrets.bankReturn ?? {},
        pendingLogin: secrets.pendingLogin ?? '',
      });
    case 'BACKGROUND':
      return connector.refresh({ ...attempt, bankSession, login: kept });
    case 'WAIT':
      return Promise.reject(new Error('a login that waits for its user asks no bank'));
  }
}
