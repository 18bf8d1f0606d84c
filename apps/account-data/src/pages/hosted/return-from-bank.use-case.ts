import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { BankBrowsers, PageAddresses } from '../../retrieval/logins/bank-pages.js';
import {
  FindExpectedTraveller,
  unknownState,
  type ExpectedTraveller,
} from './expected-traveller.js';
import type { HostedLink } from './hosted-link.js';

interface ReturningBrowser {
  readonly state: string;
  /** Parameters that the page of the bank added to the address. Secret. */
  readonly query: Readonly<Record<string, string>>;
  /** Cookies of the browser; undefined if it sent none. */
  readonly cookies: string | undefined;
}

/** Rows that one return writes. */
@Injectable()
export class ReturnWrites {
  constructor(
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly secrets: LoginSecretStore,
  ) {}

  /** The job, as this process has taken it. */
  async take(
    tx: AppTx,
    { identity, waiting }: { identity: ExpectedTraveller['identity']; waiting: LinkJob },
    bankReturn: ReturningBrowser['query'],
  ): Promise<LinkJob> {
    identity.answer(tx.now);
    const batch = new WriteBatch();
    this.identities.save(batch, identity);
    tx.write(batch);
    const before = waiting.sealed && (await this.secrets.openLogin(tx, waiting, waiting.sealed));
    const sealed = await this.secrets.sealLogin(tx, waiting, { ...before, bankReturn });
    const step: LoginStep = { ...(waiting.step as LoginStep), name: 'RETURN' };
    const taken = { step, sealed, takeAway: true };
    if (!(await this.jobs.change(tx, waiting, taken))) throw unknownState();
    return { ...waiting, step, sealed, claim: waiting.claim + 1 };
  }
}

/**
 * Handles the user's return from the bank's page. The state proves that we sent a browser there,
 * and the cookie that it was this browser. The bank verifies the answer afterwards. A repeated
 * return changes nothing. Returns the address of the next page.
 */
@Injectable()
export class ReturnFromBank {
  constructor(
    private readonly transactions: Transactions,
    private readonly expected: FindExpectedTraveller,
    private readonly browsers: BankBrowsers,
    private readonly returnWrites: ReturnWrites,
    private readonly runner: LinkJobRunner,
    private readonly addresses: PageAddresses,
  ) {}

  async execute({ state, query, cookies }: ReturningBrowser): Promise<string> {
    const subject = await this.expected.subjectOf(state);
    const { customerAppId, loginIdentityId } = subject;
    if (!this.browsers.isIn(cookies, { customerAppId, sessionId: loginIdentityId })) {
      throw unknownState();
    }
    const { job, link } = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.expected.lock(tx, { state, way: 'return', subject });
      const { identity, waiting } = found;
      const taken = waiting && (await this.returnWrites.take(tx, { identity, waiting }, query));
      return { job: taken, link: found.link };
    });
    if (job) this.runner.start([job]);
    return this.wayOn(link);
  }

  /**
   * Our page finds its session in the tab. For a page of the app, the user is asked to close the
   * tab.
   */
  private wayOn(link: HostedLink | null): string {
    const page = `${this.addresses.pagesUrl}/hosted/link`;
    if (!link) return `${page}?from_bank=1&done=1`;
    return `${page}?link=${link.customerAppId}.${link.sessionId}&from_bank=1`;
  }
}
