import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import type { MandateSession } from '../sessions/session.table.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AuthorizationsService } from '../authorization/authorizations.service.js';
import { ChecklistCompletionService } from '../authorization/checklist-completion.service.js';
import { payersLanguage } from '../sessions/consent-text.js';
import { InstitutionLogins, purposeOf, RETURN_PATH } from '../institutions/institution-login.js';

interface BankRedirect {
  readonly location: string;
  /** Value of `Set-Cookie`: the return is valid only in the browser with this cookie. */
  readonly cookie: string;
}

interface InstitutionReturn {
  readonly state: string;
  /** Absent when the payer turned back at the institution. */
  readonly code: string | null;
  /** Cookies of the browser; undefined if it sent none. */
  readonly cookies: string | undefined;
}

/** Redirects of payers' browsers to the pages of institutions, and their returns. */
@Injectable()
export class InstitutionLoginsService {
  constructor(
    private readonly db: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly sessions: SessionsService,
    private readonly authorizations: AuthorizationsService,
    private readonly completion: ChecklistCompletionService,
    private readonly logins: InstitutionLogins,
  ) {}

  /**
   * Sends the payer's browser to the page of the institution, with a cookie. For our own sessions,
   * only our page may open the address; otherwise another person could approve the request of a
   * stranger.
   *
   * @param comesFrom `Sec-Fetch-Site` of the browser; undefined if it does not send the header
   */
  async start(state: string, comesFrom: string | undefined): Promise<BankRedirect> {
    const { session, mandate, institutionId, appType } = await this.expected(state, 'login');
    const isOurPage = comesFrom === undefined || comesFrom === 'same-origin';
    if (session.usedBy === 'SERVICE_LINK' && !isOurPage) {
      throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the mandate.');
    }
    const { mandateId } = session;
    const location = this.logins.get(appType).loginPage({
      institutionId,
      state: this.sessions.texts.of(session, purposeOf('return', { mandateId, institutionId })),
      returnUrl: `${this.sessions.addresses.pagesUrl}${RETURN_PATH}`,
      language: payersLanguage(mandate, session.customizations),
    });
    return { location, cookie: this.sessions.browsers.cookieOf(session) };
  }

  /**
   * Handles the payer's return from the institution's page. The state proves that we sent a browser
   * there, and the cookie that it was this browser. The institution verifies the code. Returns the
   * address of the next page.
   */
  async finish({ state, code, cookies }: InstitutionReturn): Promise<string> {
    const { session, institutionId, appType } = await this.expected(state, 'return');
    if (!this.sessions.browsers.isIn(cookies, session)) throw unknownState();
    const outcome =
      code === null ? 'REJECTED' : await this.logins.get(appType).redeem({ code, state });
    await this.authorizations.recordLogin(session, { institutionId, outcome });
    if (outcome === 'ACCEPTED') {
      await this.completion.complete(session.customerAppId, session.mandateId);
    }
    return this.nextPage(session);
  }

  /** The session of a redirect to or from an institution. Throws INVALID_REQUEST for an invalid one. */
  private async expected(state: string, direction: 'login' | 'return') {
    const subject = this.sessions.texts.subjectOf(state);
    const app = subject && (await this.apps.get(subject.customerAppId));
    if (!subject || !app) throw unknownState();
    return this.db.forApp(subject.customerAppId, async (tx) => {
      const session = await this.sessions.find(tx, subject.sessionId);
      if (!session) throw unknownState();
      const { mandate } = await this.authorizations.read(tx, session.mandateId);
      const { institutionId, mandateId } = mandate.snapshot;
      if (institutionId === null) throw unknownState();
      const purpose = purposeOf(direction, { mandateId, institutionId });
      if (!this.sessions.texts.proves(state, purpose)) throw unknownState();
      return { session, mandate: mandate.snapshot, institutionId, appType: app.appType };
    });
  }

  /**
   * Our page finds its session in the tab, and learns that the payer was at the institution. A page
   * of the customer app receives the ID of the mandate.
   */
  private nextPage({ usedBy, customizations, mandateId }: MandateSession): string {
    const { redirect_uri: own, in_payment_page: pays } = customizations;
    if (usedBy === 'CUSTOMER_APP' && own !== null) {
      const url = new URL(own);
      url.searchParams.set('mandate_id', mandateId);
      return url.href;
    }
    const { pagesUrl } = this.sessions.addresses;
    return `${pagesUrl}/hosted/${pays ? 'pay' : 'mandate'}?from_bank=1`;
  }
}

function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
