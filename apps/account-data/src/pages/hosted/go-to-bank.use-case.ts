import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { BankBrowsers } from '../../retrieval/logins/bank-pages.js';
import { FindExpectedTraveller, unknownState } from './expected-traveller.js';

interface LeavingBrowser {
  readonly state: string;
  /** `Sec-Fetch-Site` of the browser; undefined if it does not send the header. */
  readonly comesFrom: string | undefined;
}

export interface WayToBank {
  readonly location: string;
  /** Value of `Set-Cookie`: the return is valid only in the browser with this cookie. */
  readonly cookie: string;
}

/**
 * Sends the user's browser to the page of the bank, with a cookie. For our own sessions, only our
 * page may open the address; otherwise another person could link a bank for a stranger.
 */
@Injectable()
export class GoToBank {
  constructor(
    private readonly transactions: Transactions,
    private readonly expected: FindExpectedTraveller,
    private readonly secrets: LoginSecretStore,
    private readonly browsers: BankBrowsers,
  ) {}

  async execute({ state, comesFrom }: LeavingBrowser): Promise<WayToBank> {
    const subject = await this.expected.subjectOf(state);
    const { customerAppId, loginIdentityId } = subject;
    const location = await this.transactions.forApp(customerAppId, async (tx) => {
      const { waiting, link } = await this.expected.lock(tx, { state, way: 'login', subject });
      const isOurPage = comesFrom === undefined || comesFrom === 'same-origin';
      if (link && !isOurPage) {
        throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the link.');
      }
      if (!waiting?.sealed) throw unknownState();
      return (await this.secrets.openLogin(tx, waiting, waiting.sealed)).bankPage;
    });
    if (location === undefined) throw unknownState();
    return {
      location,
      cookie: this.browsers.cookieOf({ customerAppId, sessionId: loginIdentityId }),
    };
  }
}
