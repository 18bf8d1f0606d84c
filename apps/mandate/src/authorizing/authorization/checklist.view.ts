import { Injectable } from '@nestjs/common';
import type { ChecklistFactor, ChecklistOption } from '@towpath/contracts/mandate';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { PublicAddresses, type MandateSession } from '../sessions/ports.js';
import { SignedText } from '../sessions/signed-text.js';
import type { Checklist, Factor } from '../../mandates/checklists/checklist.js';
import type { FactorType } from '../../mandates/checklists/checklist.table.js';
import { LOGIN_PATH, loginPurpose } from './way-to-institution.js';

const GROUPS: Record<FactorType, string> = {
  ACCOUNT_IDENTIFICATION: 'account',
  USER_IDENTIFICATION: 'identity',
  ENDUSER_CONSENT: 'consent',
  ACCOUNTHOLDER_AUTHENTICATION: 'authentication',
};

const HELP: Record<FactorType, string> = {
  ACCOUNT_IDENTIFICATION: 'The account that payments are collected from, and who holds it.',
  USER_IDENTIFICATION: 'A document that names the holder of the account.',
  ENDUSER_CONSENT: 'The user agrees to the mandate, its limits and its dates.',
  ACCOUNTHOLDER_AUTHENTICATION: 'The holder of the account logs in at the institution.',
};
const OTP_HELP = 'The institution sent a one-time password: submit it with the login.';

interface ShownChecklist {
  readonly mandate: MandateSnapshot;
  readonly checklist: Checklist;
  readonly session: MandateSession;
}

/** A checklist in the words of the interface. */
@Injectable()
export class ChecklistView {
  constructor(
    private readonly signed: SignedText,
    private readonly addresses: PublicAddresses,
  ) {}

  factors(shown: ShownChecklist): ChecklistFactor[] {
    const { checklist, mandate } = shown;
    return checklist.factors(mandate).map((factor) => ({
      type: factor.type,
      group_id: GROUPS[factor.type],
      required: factor.required,
      helper_text: factor.valueMembers.includes('otp') ? OTP_HELP : HELP[factor.type],
      options: this.options(factor, shown),
    }));
  }

  private options(factor: Factor, shown: ShownChecklist): ChecklistOption[] {
    const { option, submitted, type } = factor;
    if (option === null) return [];
    const redirects =
      type === 'ACCOUNTHOLDER_AUTHENTICATION' && option === 'INSTITUTION_OAUTH_LOGIN';
    return [
      {
        name: option,
        submitted_at: submitted?.at,
        submitted_by: submitted?.by,
        redirect_url: redirects && !submitted ? this.loginPage(shown) : undefined,
        value_members: submitted ? [] : [...factor.valueMembers],
      },
    ];
  }

  /** The same address for as long as the institution is the same. */
  private loginPage({ mandate, checklist, session }: ShownChecklist): string | undefined {
    const { institution } = checklist.snapshot;
    if (!institution) return undefined;
    const url = new URL(`${this.addresses.pagesUrl}${LOGIN_PATH}`);
    url.searchParams.set('state', this.signed.of(session, loginPurpose(mandate, institution)));
    return url.href;
  }
}
