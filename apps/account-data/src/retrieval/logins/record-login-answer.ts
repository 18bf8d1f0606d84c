import { Injectable } from '@nestjs/common';
import { newId, type Id } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import type {
  AcceptedLogin,
  LoginAction,
  LoginAnswer,
} from '../../banks/institution-connections/institution-connector.js';
import {
  after,
  backOffMs,
  type LinkJob,
  type LoginStep,
} from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { KnownLogins } from '../../identities/known-logins/known-logins.js';
import type {
  LinkActionId,
  LoginIdentity,
} from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { StartRetrievals } from '../retrievals/start-retrievals.js';
import type { PreparedLogin } from './ask-bank.js';
import { REDIRECT_ACTION, REDIRECT_URL } from './bank-pages.js';
import { REFUSALS, UNANSWERED, type Refusal } from './refusals.js';

/** Time in ms for a user's answer. */
const ACTION_MS = 10 * 60_000;
/** When a bank names no end of a permission. */
const PERMISSION_MS = 365 * 86_400_000;
/** Times that a bank is asked again before the login is given up, also where processes die of it. */
export const MOST_FAILURES = 3;

interface Asked {
  readonly answer: LoginAnswer;
  readonly prepared: PreparedLogin;
}

interface Question {
  readonly asked: { readonly action: LoginAction; readonly pendingLogin: string };
  /** The bank's page of an action that is answered there. */
  readonly bankPage?: string;
}

/**
 * Writes the bank's answer to a login in one statement: the transition, its event and the next job.
 */
@Injectable()
export class RecordLoginAnswer {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
    private readonly retrievals: StartRetrievals,
    private readonly logins: KnownLogins,
  ) {}

  /** Whether the answer was used: the session of another login at the bank is not. */
  async execute(job: LinkJob, asked: Asked): Promise<'USED' | 'OTHER_LOGIN'> {
    const owed = await this.transactions.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.isMine(tx, job))) return [];
      return this.apply(tx, { job, identity }, asked);
    });
    if (owed === 'OTHER_LOGIN') return owed;
    this.runner.start(owed);
    return 'USED';
  }

  /** The user did not answer in time, or nothing came of any try. */
  async expire(job: LinkJob, refusal: Refusal): Promise<void> {
    await this.transactions.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.isMine(tx, job))) return;
      await this.logins.takeBack(tx, job.step?.guess);
      await this.end(tx, { job, identity }, refusal);
    });
  }

  private async apply(
    tx: AppTx,
    at: { readonly job: LinkJob; readonly identity: LoginIdentity },
    { answer, prepared }: Asked,
  ): Promise<readonly LinkJob[] | 'OTHER_LOGIN'> {
    // without an answer it still counts: the bank is asked again
    const isOpen = answer.outcome === 'UNKNOWN' || isWrong(answer, prepared.step);
    if (!isOpen) await this.logins.takeBack(tx, prepared.step.guess);
    switch (answer.outcome) {
      case 'ACCEPTED':
        return this.accept(tx, at, { answer, prepared });
      case 'ACTION':
        await this.askUser(tx, at, { asked: answer });
        return [];
      case 'REFUSED':
        await this.end(tx, at, REFUSALS[answer.reason]);
        return [];
      case 'REDIRECT':
        await this.askUser(tx, at, {
          asked: { action: redirectTo(prepared.way.loginUrl), pendingLogin: answer.pendingLogin },
          bankPage: answer.url,
        });
        return [];
      case 'UNKNOWN':
        await this.tryAgain(tx, at, prepared);
        return [];
    }
  }

  private async accept(
    tx: AppTx,
    { job, identity }: { readonly job: LinkJob; readonly identity: LoginIdentity },
    { answer, prepared }: { readonly answer: AcceptedLogin; readonly prepared: PreparedLogin },
  ): Promise<readonly LinkJob[] | 'OTHER_LOGIN'> {
    const { step, secrets, kept } = prepared;
    const usernameHashId = this.logins.hashIdOf(identity.snapshot, answer);
    const linked = identity.snapshot.usernameHashId;
    if (linked !== null && linked !== usernameHashId) {
      // One token would show the data of two persons.
      await this.end(tx, { job, identity }, REFUSALS.OTHER_LOGIN);
      return 'OTHER_LOGIN';
    }
    identity.accept(
      {
        authenticationId: newId<Id<'Authentication'>>(tx.systemNow),
        usernameHashId,
        refreshesWithoutUser: answer.refreshesWithoutUser,
        permissionExpiresAt: this.permissionEnd(identity, answer),
      },
      tx.now,
    );
    const typed = secrets.credentials;
    const fresh = typed && { loginMethodId: step.loginMethodId ?? '', credentials: typed };
    const { storesCredentials } = identity.snapshot;
    await this.secrets.keep(tx, job, {
      bankSession: answer.bankSession,
      credentials: storesCredentials ? (fresh ?? kept) : null,
    });
    await this.jobs.done(tx, job);
    await this.secrets.endLogin(tx, job);
    const batch = new WriteBatch();
    const owed = this.retrievals.add(tx, batch, identity);
    this.identities.save(batch, identity);
    tx.write(batch);
    return owed;
  }

  private async askUser(
    tx: AppTx,
    { job, identity }: { readonly job: LinkJob; readonly identity: LoginIdentity },
    { asked: { action, pendingLogin }, bankPage }: Question,
  ): Promise<void> {
    identity.askUser({ actionId: newId<LinkActionId>(tx.systemNow), ...action }, tx.now);
    const before = job.sealed ? await this.secrets.openLogin(tx, job, job.sealed) : {};
    const { credentials } = before;
    const page = bankPage === undefined ? {} : { bankPage };
    const kept = { ...(credentials && { credentials }), ...page, pendingLogin };
    await this.jobs.change(tx, job, {
      dueAt: after(tx.now, ACTION_MS),
      step: {
        ...(job.step as LoginStep),
        guess: null,
        name: 'WAIT',
        action,
        actionName: action.name,
      },
      sealed: await this.secrets.sealLogin(tx, job, kept),
      failures: 0,
      takeAway: true,
    });
    this.save(tx, identity);
  }

  /** After an answer of the user the bank may have taken it: the user is asked again. */
  private async tryAgain(
    tx: AppTx,
    at: { readonly job: LinkJob; readonly identity: LoginIdentity },
    { step, secrets }: PreparedLogin,
  ): Promise<void> {
    const { job } = at;
    const failures = job.failures + 1;
    const isLast = failures > MOST_FAILURES || step.name === 'ANSWER';
    if (isLast) await this.logins.takeBack(tx, step.guess);
    if (failures > MOST_FAILURES) return this.end(tx, at, UNANSWERED);
    if (step.name === 'ANSWER' && step.action) {
      const action = step.action as LoginAction;
      const asked = { action, pendingLogin: secrets.pendingLogin ?? '' };
      return this.askUser(tx, at, { asked });
    }
    await this.jobs.change(tx, job, { dueAt: after(tx.now, backOffMs(failures)), failures });
  }

  private async end(
    tx: AppTx,
    { job, identity }: { readonly job: LinkJob; readonly identity: LoginIdentity },
    refusal: Refusal,
  ): Promise<void> {
    const { how, ...failure } = refusal;
    identity.reject(how, failure, tx.now);
    await this.jobs.done(tx, job);
    await this.secrets.endLogin(tx, job);
    this.save(tx, identity);
  }

  private save(tx: AppTx, identity: LoginIdentity): void {
    const batch = new WriteBatch();
    this.identities.save(batch, identity);
    tx.write(batch);
  }

  private permissionEnd({ snapshot }: LoginIdentity, answer: AcceptedLogin): Date {
    const { grantedAt } = snapshot.proposal ?? { grantedAt: snapshot.permissionGrantedAt };
    const own = after(grantedAt, PERMISSION_MS);
    const banks = answer.permissionExpiresAt;
    return banks && banks < own ? banks : own;
  }
}

/** Only wrong input counts as a guess: no outage, and no bank that refuses whatever is typed. */
function isWrong(answer: LoginAnswer, step: LoginStep): boolean {
  if (answer.outcome === 'ACTION') return !answer.firstTime;
  if (answer.outcome !== 'REFUSED') return false;
  const isLocked = answer.reason === 'TOO_MANY_ATTEMPTS' && step.name === 'ANSWER';
  return isLocked || answer.reason === 'CREDENTIALS_INVALID';
}

/** Our address, which redirects the user to the bank. */
function redirectTo(url: string): LoginAction {
  return {
    type: 'ACTION',
    name: REDIRECT_ACTION,
    messages: [{ name: REDIRECT_URL, type: 'URL', value: url }],
    fields: [],
  };
}
