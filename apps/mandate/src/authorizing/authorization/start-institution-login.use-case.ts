import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { BrowserProof } from '../sessions/browser-proof.js';
import { PublicAddresses } from '../sessions/ports.js';
import { SignedText } from '../sessions/signed-text.js';
import { payersLanguage } from './consent-text.js';
import { FindExpectedReturn } from './expected-return.query.js';
import { InstitutionLogins } from './institution-logins.js';
import { RETURN_PATH, returnPurpose } from './way-to-institution.js';

interface InstitutionLoginStart {
  readonly state: string;
  /** `Sec-Fetch-Site` of the browser; undefined if it does not send the header. */
  readonly comesFrom: string | undefined;
}

interface WayToInstitution {
  readonly location: string;
  /** Value of `Set-Cookie`: the return is valid only in the browser with this cookie. */
  readonly cookie: string;
}

/**
 * Sends the payer's browser to the page of the institution, with a cookie. For our own sessions,
 * only our page may open the address; otherwise another person could approve the request of a
 * stranger.
 */
@Injectable()
export class StartInstitutionLogin {
  constructor(
    private readonly findExpectedReturn: FindExpectedReturn,
    private readonly logins: InstitutionLogins,
    private readonly signed: SignedText,
    private readonly browser: BrowserProof,
    private readonly addresses: PublicAddresses,
  ) {}

  async execute({ state, comesFrom }: InstitutionLoginStart): Promise<WayToInstitution> {
    const { session, mandate, institutionId, appType } = await this.findExpectedReturn.execute(
      state,
      'login',
    );
    const isOurPage = comesFrom === undefined || comesFrom === 'same-origin';
    if (session.usedBy === 'SERVICE_LINK' && !isOurPage) {
      throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the mandate.');
    }
    const location = this.logins.get(appType).loginPage({
      institutionId,
      state: this.signed.of(session, returnPurpose(session, { institutionId })),
      returnUrl: `${this.addresses.pagesUrl}${RETURN_PATH}`,
      language: payersLanguage(mandate, session.customizations),
    });
    return { location, cookie: this.browser.cookieOf(session) };
  }
}
