import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { byKey, CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import { REDIRECT_ACTION } from '../../identities/login-identities/login-identity.js';
import { BankPagesService, type RedirectKind } from '../../linking/logins/bank-pages.service.js';
import { LoginStepsService } from '../../linking/logins/login-steps.service.js';
import { LoginsService } from '../../linking/logins/logins.service.js';
import { hostedLinks } from './hosted-link.table.js';

interface LeavingBrowser {
  readonly state: string;
  /** `Sec-Fetch-Site` of the browser; undefined if it does not send the header. */
  readonly comesFrom: string | undefined;
}

interface ReturningBrowser {
  readonly state: string;
  /** Parameters that the page of the bank added to the address. Secret. */
  readonly query: Readonly<Record<string, string>>;
  /** Cookies of the browser; undefined if it sent none. */
  readonly cookies: string | undefined;
}

/** Redirects users' browsers to the pages of their banks, and back. */
@Injectable()
export class BankRedirectsService {
  constructor(
    private readonly db: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly pages: BankPagesService,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly logins: LoginsService,
    private readonly steps: LoginStepsService,
  ) {}

  /**
   * To the page of the bank, with a cookie: the return is valid only in the browser that has it. For
   * our own sessions, only our page may open the address; otherwise another person could link a bank
   * for a stranger.
   */
  async leave({ state, comesFrom }: LeavingBrowser): Promise<{ location: string; cookie: string }> {
    const subject = await this.subjectOf(state);
    const location = await this.db.forApp(subject.customerAppId, async (tx) => {
      const { waiting, link } = await this.lock(tx, state, 'login');
      const isOurPage = comesFrom === undefined || comesFrom === 'same-origin';
      if (link && !isOurPage) {
        throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the link.');
      }
      return waiting && this.logins.bankPageOf(tx, waiting);
    });
    if (!location) throw unknownState();
    return { location, cookie: this.pages.cookieOf(subject) };
  }

  /**
   * Back from the page of the bank. The state proves that we sent a browser there, and the cookie
   * that it was this browser. The bank verifies the answer afterwards. A repeated return changes
   * nothing. Returns the address of the next page.
   */
  async return({ state, query, cookies }: ReturningBrowser): Promise<string> {
    const subject = await this.subjectOf(state);
    if (!this.pages.isIn(cookies, subject)) throw unknownState();
    const { job, link } = await this.db.forApp(subject.customerAppId, async (tx) => {
      const { identity, waiting, ...found } = await this.lock(tx, state, 'return');
      if (!waiting) return { ...found, job: null };
      identity.answer(tx.now);
      this.identities.save(tx, identity);
      const step: LoginStep = { ...(waiting.step as LoginStep), name: 'RETURN' };
      const taken = await this.logins.take(tx, { ...waiting, step }, { bankReturn: query });
      if (!taken) throw unknownState();
      return { ...found, job: taken };
    });
    if (job) this.steps.start(job);
    const page = `${this.pages.pagesUrl}/hosted/link`;
    // Our page finds its session in the tab; for a page of the app, the user is asked to close it.
    if (!link) return `${page}?from_bank=1&done=1`;
    return `${page}?link=${link.customerAppId}.${link.sessionId}&from_bank=1`;
  }

  /** The login that a state names, whether or not we made it. */
  private async subjectOf(state: string) {
    const subject = this.pages.subjectOf(state);
    if (!subject || !(await this.apps.get(subject.customerAppId))) throw unknownState();
    return subject;
  }

  /**
   * Locks the login identity, and finds the job that waits for its user, and the page on which the
   * login started; each is null if there is none. Throws INVALID_REQUEST for a state of another
   * login, or of none.
   */
  private async lock(tx: AppTx, state: string, kind: RedirectKind) {
    const subject = this.pages.subjectOf(state);
    const identity = subject && (await this.identities.lock(tx, subject.loginIdentityId));
    if (!identity || !this.pages.proves(state, kind, identity.snapshot)) throw unknownState();
    const { customerAppId, loginIdentityId, sessionId } = identity.snapshot;
    const jobs = await this.jobs.ofLogin(tx, loginIdentityId);
    const links = await tx.query<{ row: unknown }>(OF_LOGIN, [customerAppId, sessionId]);
    const link = hostedLinks.rows(links)[0] ?? null;
    return { identity, waiting: jobs.find(waitsForBank) ?? null, link };
  }
}

const OF_LOGIN = byKey(`SELECT to_jsonb(l) AS row FROM hosted_links AS l
  WHERE customer_app_id = $1 AND link_session_id = $2 LIMIT 1`);

function waitsForBank({ kind, step }: LinkJob): boolean {
  return kind === 'LOGIN' && step?.name === 'WAIT' && step.actionName === REDIRECT_ACTION;
}

export function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
