import { Injectable } from '@nestjs/common';
import { newId, plusMs, type Id } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type {
  AcceptedLogin,
  LoginAction,
  LoginAnswer,
} from '../../banks/institution-connections/institution-connector.js';
import { KnownLoginsService } from '../../identities/credentials/known-logins.service.js';
import {
  LoginSecretsService,
  type KeptCredentials,
  type LoginSecrets,
} from '../../identities/credentials/login-secrets.service.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.table.js';
import { backOffMs, LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import type { LoginIdentity } from '../../identities/login-identities/login-identity.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import {
  REDIRECT_ACTION,
  REDIRECT_URL,
  type LinkActionId,
} from '../../identities/login-identities/login-values.js';
import { RetrievalsService } from '../retrievals/retrievals.service.js';
import { BankPagesService, type BankRedirects } from './bank-pages.service.js';
import { REFUSALS, UNANSWERED, type Refusal } from './refusals.js';

/** Time in ms for a user's answer. */
const ACTION_MS = 10 * 60_000;
/** When a bank names no end of a permission. */
const PERMISSION_MS = 365 * 86_400_000;
/** Times that a bank is asked again before the login is given up, also where processes die of it. */
export const MAX_FAILURES = 3;

/** All data for the call to the bank, read in one transaction. */
export interface PreparedLogin {
  readonly snapshot: LoginIdentitySnapshot;
  readonly step: LoginStep;
  readonly secrets: LoginSecrets;
  readonly kept: KeptCredentials | null;
  readonly bankSession: string | null;
  /** To the bank's own page, should it have one. */
  readonly redirects: BankRedirects;
  readonly now: Date;
}

interface Asked<Answer = LoginAnswer> {
  readonly answer: Answer;
  readonly prepared: PreparedLogin;
}

interface RunningLogin {
  readonly job: LinkJob;
  readonly identity: LoginIdentity;
}

interface Question {
  readonly action: LoginAction;
  readonly pendingLogin: string;
  /** The bank's page of an action that is answered there. */
  readonly bankPage?: string;
}

/** What a login reads before the bank is asked, and what it writes after its answer. */
@Injectable()
export class LoginAnswersService {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly knownLogins: KnownLoginsService,
    private readonly retrievals: RetrievalsService,
    private readonly pages: BankPagesService,
  ) {}

  /** Null if the job is no longer needed, or belongs to another worker. */
  prepare(job: LinkJob, step: LoginStep): Promise<PreparedLogin | null> {
    return this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.begin(tx, job))) return null;
      if (identity.can('authenticate')) {
        identity.authenticate(tx.now);
        this.identities.save(tx, identity);
      }
      const isBackground = step.name === 'BACKGROUND';
      return {
        snapshot: identity.snapshot,
        step,
        secrets: await this.secrets.openLogin(tx, job),
        kept: isBackground ? await this.secrets.credentials(tx, job) : null,
        bankSession: isBackground ? await this.secrets.bankSession(tx, job) : null,
        redirects: this.pages.redirectsOf(identity.snapshot),
        now: tx.now,
      };
    });
  }

  /** Whether the answer was used: the session of another login at the bank is not. */
  async record(job: LinkJob, asked: Asked): Promise<'USED' | 'OTHER_LOGIN'> {
    const owed = await this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.lockMine(tx, job);
      return identity ? this.apply(tx, { job, identity }, asked) : [];
    });
    if (owed === 'OTHER_LOGIN') return owed;
    for (const retrieval of owed) this.retrievals.start(retrieval);
    return 'USED';
  }

  /** The user did not answer in time, or nothing came of any try. */
  async expire(job: LinkJob, refusal: Refusal): Promise<void> {
    await this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.lockMine(tx, job);
      if (!identity) return;
      await this.knownLogins.takeBack(tx, job.step?.guess);
      await this.end(tx, { job, identity }, refusal);
    });
  }

  /** Null if the login is in another session, or the job belongs to another worker. */
  private async lockMine(tx: AppTx, job: LinkJob): Promise<LoginIdentity | null> {
    const identity = await this.identities.lock(tx, job.loginIdentityId);
    return identity?.isIn(job) && (await this.jobs.isMine(tx, job)) ? identity : null;
  }

  private async apply(
    tx: AppTx,
    login: RunningLogin,
    { answer, prepared }: Asked,
  ): Promise<readonly LinkJob[] | 'OTHER_LOGIN'> {
    const { step, redirects } = prepared;
    // without an answer it still counts: the bank is asked again
    const isOpen = answer.outcome === 'UNKNOWN' || isWrong(answer, step);
    if (!isOpen) await this.knownLogins.takeBack(tx, step.guess);
    switch (answer.outcome) {
      case 'ACCEPTED':
        return this.accept(tx, login, { answer, prepared });
      case 'ACTION':
        await this.askUser(tx, login, answer);
        return [];
      case 'REFUSED':
        await this.end(tx, login, REFUSALS[answer.reason]);
        return [];
      case 'REDIRECT': {
        const { pendingLogin, url: bankPage } = answer;
        const action = redirectTo(redirects.loginUrl);
        await this.askUser(tx, login, { action, pendingLogin, bankPage });
        return [];
      }
      case 'UNKNOWN':
        await this.tryAgain(tx, login, prepared);
        return [];
    }
  }

  private async accept(
    tx: AppTx,
    login: RunningLogin,
    { answer, prepared }: Asked<AcceptedLogin>,
  ): Promise<readonly LinkJob[] | 'OTHER_LOGIN'> {
    const { job, identity } = login;
    const { step, secrets, kept } = prepared;
    const usernameHashId = this.knownLogins.hashIdOf(identity.snapshot, answer);
    const linked = identity.snapshot.usernameHashId;
    if (linked !== null && linked !== usernameHashId) {
      // One token would show the data of two persons.
      await this.end(tx, login, REFUSALS.OTHER_LOGIN);
      return 'OTHER_LOGIN';
    }
    identity.accept(
      {
        authenticationId: newId<Id<'Authentication'>>(tx.systemNow),
        usernameHashId,
        refreshesWithoutUser: answer.refreshesWithoutUser,
        permissionExpiresAt: permissionEnd(identity.snapshot, answer),
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
    const owed = this.retrievals.add(tx, batch, identity.snapshot);
    this.identities.save(tx, identity, batch);
    return owed;
  }

  private async askUser(
    tx: AppTx,
    { job, identity }: RunningLogin,
    { action, pendingLogin, bankPage }: Question,
  ): Promise<void> {
    identity.askUser({ actionId: newId<LinkActionId>(tx.systemNow), ...action }, tx.now);
    const { credentials } = await this.secrets.openLogin(tx, job);
    const kept = { credentials, bankPage, pendingLogin };
    const step = job.step as LoginStep;
    await this.jobs.change(tx, job, {
      dueAt: plusMs(tx.now, ACTION_MS),
      step: { ...step, guess: null, name: 'WAIT', action, actionName: action.name },
      sealed: await this.secrets.sealLogin(tx, job, kept),
      failures: 0,
      takeAway: true,
    });
    this.identities.save(tx, identity);
  }

  /** After an answer of the user the bank may have taken it: the user is asked again. */
  private async tryAgain(
    tx: AppTx,
    login: RunningLogin,
    { step, secrets }: PreparedLogin,
  ): Promise<void> {
    const { job } = login;
    const failures = job.failures + 1;
    const isLast = failures > MAX_FAILURES || step.name === 'ANSWER';
    if (isLast) await this.knownLogins.takeBack(tx, step.guess);
    if (failures > MAX_FAILURES) return this.end(tx, login, UNANSWERED);
    if (step.name === 'ANSWER' && step.action) {
      const action = step.action as LoginAction;
      return this.askUser(tx, login, { action, pendingLogin: secrets.pendingLogin ?? '' });
    }
    await this.jobs.change(tx, job, { dueAt: plusMs(tx.now, backOffMs(failures)), failures });
  }

  private async end(tx: AppTx, { job, identity }: RunningLogin, refusal: Refusal): Promise<void> {
    const { how, ...failure } = refusal;
    identity.reject(how, failure, tx.now);
    await this.jobs.done(tx, job);
    await this.secrets.endLogin(tx, job);
    this.identities.save(tx, identity);
  }
}

function permissionEnd(
  { proposal, permissionGrantedAt }: LoginIdentitySnapshot,
  { permissionExpiresAt: ofBank }: AcceptedLogin,
): Date {
  const own = plusMs(proposal?.grantedAt ?? permissionGrantedAt, PERMISSION_MS);
  return ofBank && ofBank < own ? ofBank : own;
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
