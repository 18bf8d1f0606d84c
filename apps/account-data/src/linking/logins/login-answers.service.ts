import { Injectable } from '@nestjs/common';
import { newId, plusMs, type ErrorCode, type Id } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type {
  AcceptedLogin,
  LoginAction,
  LoginAnswer,
  LoginRefusal,
} from '../../banks/institution-connections/institution-connector.js';
import { KnownLoginsService } from '../../identities/credentials/known-logins.service.js';
import { LoginSecretsService } from '../../identities/credentials/login-secrets.service.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.table.js';
import { backOffMs, LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import {
  type LoginIdentity,
  REDIRECT_ACTION,
} from '../../identities/login-identities/login-identity.js';
import type {
  LinkActionId,
  LoginFailure,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/login-identity.table.js';
import type { FailedLogin } from '../../identities/login-identities/login-identity.transitions.js';
import { BankPagesService, REDIRECT_URL } from './bank-pages.service.js';
import { RetrievalsService } from '../retrievals/retrievals.service.js';

/** Time in ms for a user's answer. */
const ACTION_MS = 10 * 60_000;
/** When a bank names no end of a permission. */
const PERMISSION_MS = 365 * 86_400_000;
/** Times that a bank is asked again before the login is given up, also where processes die of it. */
export const MAX_FAILURES = 3;

/** All data for the call to the bank, read in one transaction. */
export type PreparedLogin = NonNullable<Awaited<ReturnType<LoginAnswersService['prepare']>>>;

interface Asked<Answer = LoginAnswer> {
  readonly answer: Answer;
  readonly prepared: PreparedLogin;
}

/**
 * The effect of a refused login. `LEFT`: the user did not answer. `OTHER_LOGIN`: the institution
 * accepted another login than the one that was linked. `LIMITED`: we do not ask the institution.
 * `UNANSWERED`: whether the bank took the call is not known.
 */
type Reason = LoginRefusal | 'LEFT' | 'OTHER_LOGIN' | 'LIMITED' | 'UNANSWERED';
export const REFUSALS: Readonly<Record<Reason, LoginFailure>> = {
  CREDENTIALS_INVALID: {
    code: 'CREDENTIALS_INVALID',
    explanation: 'The institution rejected the login.',
  },
  TOO_MANY_ATTEMPTS: {
    code: 'TOO_MANY_ATTEMPTS',
    explanation: 'The institution refuses further attempts for now.',
  },
  LIMITED: {
    code: 'TOO_MANY_ATTEMPTS',
    explanation: 'Too many logins were wrong: try again later, with a new link.',
    reason: 'LIMITED',
  },
  UNAVAILABLE: {
    code: 'INSTITUTION_UNAVAILABLE',
    explanation: 'The institution is down; try again later.',
  },
  CANCELLED: {
    code: 'AUTHENTICATION_FAILED',
    explanation: 'The user refused on the page of the institution.',
  },
  USER_NEEDED: {
    code: 'REFRESH_NOT_ALLOWED',
    explanation: 'The institution asks for the user: link again.',
  },
  OTHER_LOGIN: {
    code: 'AUTHENTICATION_FAILED',
    explanation: 'This is another login than the linked one: make a new link for it.',
    reason: 'OTHER_LOGIN',
  },
  LEFT: { code: 'LINK_ACTION_EXPIRED', explanation: 'The user did not answer in time.' },
  UNANSWERED: { code: 'INSTITUTION_UNAVAILABLE', explanation: 'The institution did not answer.' },
};

/** Other failures refuse the login. */
const MOVES: Readonly<Partial<Record<ErrorCode, FailedLogin>>> = {
  TOO_MANY_ATTEMPTS: 'lock',
  INSTITUTION_UNAVAILABLE: 'postpone',
};

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
  prepare(job: LinkJob, step: LoginStep) {
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
        /** To the bank's own page, should it have one. */
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
  async expire(job: LinkJob, failure: LoginFailure): Promise<void> {
    await this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.lockMine(tx, job);
      if (!identity) return;
      await this.knownLogins.takeBack(tx, job.step?.guess);
      await this.end(tx, { job, identity }, failure);
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
    if (failures > MAX_FAILURES) return this.end(tx, login, REFUSALS.UNANSWERED);
    if (step.name === 'ANSWER' && step.action) {
      const action = step.action as LoginAction;
      return this.askUser(tx, login, { action, pendingLogin: secrets.pendingLogin ?? '' });
    }
    await this.jobs.change(tx, job, { dueAt: plusMs(tx.now, backOffMs(failures)), failures });
  }

  private async end(
    tx: AppTx,
    { job, identity }: RunningLogin,
    failure: LoginFailure,
  ): Promise<void> {
    identity.reject(MOVES[failure.code] ?? 'refuse', failure, tx.now);
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
