import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import type { LinkActionRequest, LoginIdentityResponse } from '@towpath/contracts/account-data';
import {
  DomainError,
  type CustomerAppId,
  type LinkSessionId,
  type LoginIdentityId,
} from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { GuessedLogin, LoginCaller } from '@towpath/service';
import { KnownLoginsService } from '../../identities/credentials/known-logins.service.js';
import {
  LoginSecretsService,
  type KeptCredentials,
  type LoginSecrets,
} from '../../identities/credentials/login-secrets.service.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import type { TypedFields } from '../../identities/link-keys/link-keys.service.js';
import { PayloadsService, type PayloadOrder } from '../../identities/link-keys/payloads.service.js';
import {
  LoginIdentitiesService,
  type ConsentText,
} from '../../identities/login-identities/login-identities.service.js';
import {
  type LoginIdentity,
  REDIRECT_ACTION,
} from '../../identities/login-identities/login-identity.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { LoginStepsService } from './login-steps.service.js';
import { firstStep } from './requested-login.js';

/** A login that has not ended by then is given up. */
const LOGIN_MS = 30 * 60_000;

/** What began, and the job that continues it after the commit. */
export interface Begun {
  readonly snapshot: LoginIdentitySnapshot;
  readonly job: LinkJob;
}

interface NewLogin {
  /** In its new session. */
  readonly identity: LoginIdentity;
  readonly institution: Institution;
  readonly credentials: KeptCredentials;
  readonly step: Pick<LoginStep, 'language' | 'loginKey' | 'onPage'>;
  /** Who typed the login, and the login that it may be a guess of; null for one that was stored. */
  readonly typed: { readonly from: LoginCaller; readonly login: GuessedLogin } | null;
  /** Null for a refresh, which an earlier consent covers. */
  readonly consent: { readonly text: ConsentText | null } | null;
}

interface ActionAnswer {
  readonly loginIdentityId: LoginIdentityId;
  readonly asked: LinkActionRequest;
  /** The page that answers, and the login that began on it; null for a customer app. */
  readonly page: { readonly sessionId: string; readonly linkSessionId: LinkSessionId } | null;
}

/** Logins, as users begin and answer them; the bank is asked after the commit. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly payloads: PayloadsService,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly knownLogins: KnownLoginsService,
    private readonly steps: LoginStepsService,
  ) {}

  /** Runs the effect of a user's encrypted input once, and starts its job after the commit. */
  async once(
    order: PayloadOrder,
    effect: (tx: AppTx, typed: TypedFields | null) => Promise<Begun>,
  ): Promise<LoginIdentityResponse> {
    const { answer, begun } = await this.payloads.once(order, effect);
    if (begun) this.steps.start(begun.job);
    return answer;
  }

  /** Writes a session that begins with credentials: the identity, the consent and the first job. */
  async begin(tx: AppTx, login: NewLogin, batch = new WriteBatch()): Promise<Begun> {
    const { identity, institution, credentials, typed, consent } = login;
    const first = firstStep(institution, { ...credentials, language: login.step.language });
    // on the bank's own page the bank counts
    const isGuess = typed !== null && first.name === 'START';
    const guess = isGuess && (await this.knownLogins.begin(tx, typed.from, typed.login));
    const { snapshot } = identity;
    const job = await this.addJob(tx, batch, {
      login: snapshot,
      step: { ...first, ...login.step, ...(guess && { guess }) },
      secrets: { credentials: credentials.credentials },
    });
    if (consent) this.identities.addConsent(tx, batch, { identity, text: consent.text });
    this.identities.save(tx, identity, batch);
    return { job, snapshot };
  }

  /** Adds the job of a login to the write that begins its session. */
  async addJob(
    tx: AppTx,
    batch: WriteBatch,
    job: {
      readonly login: LoginIdentitySnapshot;
      readonly step: LoginStep;
      readonly secrets: LoginSecrets;
    },
  ): Promise<LinkJob> {
    const { login, step, secrets } = job;
    const sealed = await this.secrets.sealLogin(tx, login, secrets);
    return this.jobs.add(tx, batch, { kind: 'LOGIN', login, step, sealed, lifetimeMs: LOGIN_MS });
  }

  /** Accepts the user's answer to the open action of the login that began in the same place. */
  answer(
    caller: LoginCaller & { readonly customerAppId: CustomerAppId },
    answer: ActionAnswer,
  ): Promise<LoginIdentityResponse> {
    const { loginIdentityId, asked, page } = answer;
    const request = ['action', `${loginIdentityId} ${page?.sessionId ?? ''}`, asked] as const;
    const { customerAppId } = caller;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    return this.once(order, async (tx, inputs) => {
      const identity = await this.identities.lockLinked(tx, loginIdentityId);
      const { action, userId, sessionId } = identity.snapshot;
      if (action?.actionId !== asked.action_id) throw noAction();
      const job = (await this.jobs.ofLogin(tx, loginIdentityId)).find(isAnsweredHere);
      // A page answers for the login that began on it, and nobody else does.
      const isOf = page ? page.linkSessionId === sessionId : job?.step?.onPage !== true;
      if (!job?.step || !isOf) throw noAction();
      const login = page ?? { userId, login: job.step.loginKey ?? null };
      const guess = await this.knownLogins.begin(tx, caller, login);
      identity.answer(tx.now);
      this.identities.save(tx, identity);
      const step: LoginStep = { ...job.step, name: 'ANSWER', guess };
      const taken = await this.take(tx, { ...job, step }, { inputs: inputs ?? {} });
      if (!taken) throw noAction();
      return { job: taken, snapshot: identity.snapshot };
    });
  }

  /** The page of the bank that the user is sent to. */
  async bankPageOf(tx: AppTx, waiting: LinkJob): Promise<string | undefined> {
    return (await this.secrets.openLogin(tx, waiting)).bankPage;
  }

  /** The waiting job, taken by this process, with what it waited for; null if it waits no more. */
  async take(tx: AppTx, waiting: LinkJob, secrets: LoginSecrets): Promise<LinkJob | null> {
    const before = await this.secrets.openLogin(tx, waiting);
    const sealed = await this.secrets.sealLogin(tx, waiting, { ...before, ...secrets });
    const { step } = waiting;
    if (!(await this.jobs.change(tx, waiting, { step, sealed, takeAway: true }))) return null;
    return { ...waiting, sealed, claim: waiting.claim + 1 };
  }
}

/** What is answered on the page of the bank is answered nowhere else. */
function isAnsweredHere({ kind, step }: LinkJob): boolean {
  return kind === 'LOGIN' && step?.name === 'WAIT' && step.actionName !== REDIRECT_ACTION;
}

export function noAction(): DomainError {
  return new DomainError('LINK_ACTION_NOT_FOUND', 'This action is not, or no longer, open.');
}
