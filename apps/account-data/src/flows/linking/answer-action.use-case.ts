import { Injectable } from '@nestjs/common';
import type { LinkActionRequest, LoginIdentityResponse } from '@towpath/contracts/account-data';
import { DomainError, type LinkSessionId, type LoginIdentityId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { KnownLogins } from '../../identities/known-logins/known-logins.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import type { TypedFields } from '../../identities/link-keys/open-payload.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { REDIRECT_ACTION } from '../../retrieval/logins/bank-pages.js';
import type { LinkCaller } from './link-caller.js';
import { OncePerPayload, type Begun } from './once-per-payload.js';

type Answering = Omit<LinkCaller, 'scopes'>;

interface ActionAnswer {
  readonly loginIdentityId: LoginIdentityId;
  readonly asked: LinkActionRequest;
  /** The page that answers, and the login that began on it; null for a customer app. */
  readonly page: { readonly sessionId: string; readonly linkSessionId: LinkSessionId } | null;
}

/** Accepts the user's answer to the open action of the login that began in the same place. */
@Injectable()
export class AnswerAction {
  constructor(
    private readonly oncePerPayload: OncePerPayload,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly secrets: LoginSecretStore,
    private readonly logins: KnownLogins,
  ) {}

  execute(caller: Answering, answer: ActionAnswer): Promise<LoginIdentityResponse> {
    const { customerAppId } = caller;
    const { loginIdentityId, asked, page } = answer;
    const place = `${loginIdentityId} ${page?.sessionId ?? ''}`;
    const request = ['action', place, asked] as const;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    return this.oncePerPayload.execute(order, (tx, inputs) =>
      this.answer(tx, { caller, answer, inputs: inputs ?? {} }),
    );
  }

  private async answer(
    tx: AppTx,
    given: {
      readonly caller: Answering;
      readonly answer: ActionAnswer;
      readonly inputs: TypedFields;
    },
  ): Promise<Begun> {
    const { loginIdentityId, asked, page } = given.answer;
    const identity = await this.read.lock(tx, loginIdentityId);
    const { action, userId } = identity.snapshot;
    if (action?.actionId !== asked.action_id) throw noAction();
    const waiting = (await this.jobs.ofLogin(tx, loginIdentityId)).find(isWaiting);
    if (!waiting || !isOf(page, identity.snapshot, waiting.step)) throw noAction();
    const login = page ?? { userId, login: waiting.step.loginKey ?? null };
    const guess = await this.logins.begin(tx, given.caller, login);
    identity.answer(tx.now);
    const batch = new WriteBatch();
    this.identities.save(batch, identity);
    tx.write(batch);
    const step: LoginStep = { ...waiting.step, name: 'ANSWER', guess };
    const job = await this.answered(tx, { ...waiting, step }, given.inputs);
    return { job, snapshot: identity.snapshot };
  }

  /** The job as this process has taken it. */
  private async answered(tx: AppTx, waiting: Waiting, inputs: TypedFields): Promise<LinkJob> {
    const { step } = waiting;
    const before = waiting.sealed && (await this.secrets.openLogin(tx, waiting, waiting.sealed));
    const sealed = await this.secrets.sealLogin(tx, waiting, { ...before, inputs });
    const taken = { step, sealed, takeAway: true };
    if (!(await this.jobs.change(tx, waiting, taken))) throw noAction();
    return { ...waiting, sealed, claim: waiting.claim + 1 };
  }
}

type Waiting = LinkJob & { readonly step: LoginStep };

function isWaiting(job: LinkJob): job is Waiting {
  const { kind, step } = job;
  // What is answered on the page of the bank is answered nowhere else.
  return kind === 'LOGIN' && step?.name === 'WAIT' && step.actionName !== REDIRECT_ACTION;
}

/** A page answers for the login that began on it, and nobody else does. */
function isOf(
  page: ActionAnswer['page'],
  { sessionId }: LoginIdentitySnapshot,
  step: LoginStep,
): boolean {
  return page ? page.linkSessionId === sessionId : step.onPage !== true;
}

function noAction(): DomainError {
  return new DomainError('LINK_ACTION_NOT_FOUND', 'This action is not, or no longer, open.');
}
