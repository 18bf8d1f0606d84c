import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { CustomerAppViews, type AppTx } from '@towpath/persistence';
import type { LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { REDIRECT_ACTION, SignedWays } from '../../retrieval/logins/bank-pages.js';
import type { HostedLink } from './hosted-link.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

export interface ExpectedTraveller {
  readonly identity: LoginIdentity;
  /** The job that waits for the user; null if none does any more. */
  readonly waiting: LinkJob | null;
  /** The page on which the login started; null for a user interface of the app. */
  readonly link: HostedLink | null;
}

/** Finds the session of a redirect to or from the page of a bank. */
@Injectable()
export class FindExpectedTraveller {
  constructor(
    private readonly apps: CustomerAppViews,
    private readonly signed: SignedWays,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly links: HostedLinkRepository,
  ) {}

  /** The app and the login identity that a state names, whether or not we made it. */
  async subjectOf(state: string) {
    const subject = this.signed.subjectOf(state);
    if (!subject || !(await this.apps.get(subject.customerAppId))) throw unknownState();
    return { customerAppId: subject.customerAppId, loginIdentityId: subject.sessionId };
  }

  /** Locks the login identity. Throws INVALID_REQUEST for a state of another login, or of none. */
  async lock(
    tx: AppTx,
    going: {
      readonly state: string;
      readonly way: 'login' | 'return';
      readonly subject: Awaited<ReturnType<FindExpectedTraveller['subjectOf']>>;
    },
  ): Promise<ExpectedTraveller> {
    const { state, way, subject } = going;
    const identity = await this.identities.lock(tx, subject.loginIdentityId);
    if (!identity) throw unknownState();
    const { loginIdentityId, sessionId } = identity.snapshot;
    if (!this.signed.proves(state, `${way} ${sessionId}`)) throw unknownState();
    const jobs = await this.jobs.ofLogin(tx, loginIdentityId);
    return {
      identity,
      waiting: jobs.find(waitsForBank) ?? null,
      link: await this.links.ofLogin(tx, sessionId),
    };
  }
}

function waitsForBank({ kind, step }: LinkJob): boolean {
  return kind === 'LOGIN' && step?.name === 'WAIT' && step.actionName === REDIRECT_ACTION;
}

export function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
