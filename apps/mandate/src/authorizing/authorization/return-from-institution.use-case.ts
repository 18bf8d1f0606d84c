import { Injectable } from '@nestjs/common';
import { BrowserProof } from '../sessions/browser-proof.js';
import { PublicAddresses, type MandateSession } from '../sessions/ports.js';
import { FindExpectedReturn, unknownState } from './expected-return.query.js';
import { FinishChecklist } from './finish-checklist.use-case.js';
import { InstitutionLogins } from './institution-logins.js';
import { RecordRedirectLogin } from './record-redirect-login.js';

interface InstitutionReturn {
  readonly state: string;
  /** Absent when the payer turned back at the institution. */
  readonly code: string | null;
  /** Cookies of the browser; undefined if it sent none. */
  readonly cookies: string | undefined;
}

/**
 * Handles the payer's return from the institution's page. The state proves that we sent a browser
 * there, and the cookie that it was this browser. The institution verifies the code. Returns the
 * address of the next page.
 */
@Injectable()
export class ReturnFromInstitution {
  constructor(
    private readonly findExpectedReturn: FindExpectedReturn,
    private readonly logins: InstitutionLogins,
    private readonly recordRedirectLogin: RecordRedirectLogin,
    private readonly finishChecklist: FinishChecklist,
    private readonly addresses: PublicAddresses,
    private readonly browser: BrowserProof,
  ) {}

  async execute({ state, code, cookies }: InstitutionReturn): Promise<string> {
    const { session, institutionId, appType } = await this.findExpectedReturn.execute(
      state,
      'return',
    );
    if (!this.browser.isIn(cookies, session)) throw unknownState();
    const { customerAppId, mandateId } = session;
    const outcome =
      code === null ? 'REJECTED' : await this.logins.get(appType).redeem({ code, state });
    await this.recordRedirectLogin.execute(session, { institutionId, outcome });
    if (outcome === 'ACCEPTED') await this.finishChecklist.execute(customerAppId, mandateId);
    return this.wayOn(session);
  }

  /**
   * Our page finds its session in the tab, and learns that the payer was at the institution. A page
   * of the customer app receives the ID of the mandate.
   */
  private wayOn({ usedBy, customizations, mandateId }: MandateSession): string {
    const { redirect_uri: own, in_payment_page: pays } = customizations;
    if (usedBy === 'CUSTOMER_APP' && own !== null) {
      const url = new URL(own);
      url.searchParams.set('mandate_id', mandateId);
      return url.href;
    }
    return `${this.addresses.pagesUrl}/hosted/${pays ? 'pay' : 'mandate'}?from_bank=1`;
  }
}
