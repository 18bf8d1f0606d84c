import { Injectable } from '@nestjs/common';
import type { ChecklistFactor, ChecklistOption } from '@towpath/contracts';
import type { MandateSnapshot } from '../mandates/domain/mandate.js';
import { PublicAddresses, type MandateSession } from '../sessions/ports.js';
import { SignedText, type SignedPurpose } from '../sessions/signed-text.js';
import { payersLanguage } from './consent-text.js';
import type { Checklist, ChecklistContext, Factor, FactorType } from './domain/checklist.js';
import { InstitutionLogins } from './institution-logins.js';

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

export const RETURN_PATH = '/mandates/hosted/institution_return';

export interface ShownChecklist {
  readonly mandate: MandateSnapshot;
  readonly appType: 'TEST' | 'LIVE';
  readonly checklist: Checklist;
  readonly session: MandateSession;
}

/** A checklist in the words of the interface. */
@Injectable()
export class ChecklistView {
  constructor(
    private readonly logins: InstitutionLogins,
    private readonly signed: SignedText,
    private readonly addresses: PublicAddresses,
  ) {}

  factors(shown: ShownChecklist): ChecklistFactor[] {
    const { checklist, mandate } = shown;
    return checklist.factors(contextOf(mandate)).map((factor) => ({
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
        submitted_at: submitted?.at.toISOString(),
        submitted_by: submitted?.by,
        redirect_url: redirects && !submitted ? this.loginPage(shown) : undefined,
        value_members: submitted ? [] : [...factor.valueMembers],
      },
    ];
  }

  /** The same address for as long as the institution is the same. */
  private loginPage({ mandate, appType, checklist, session }: ShownChecklist): string | undefined {
    const { institution } = checklist.snapshot;
    if (!institution) return undefined;
    return this.logins.get(appType).loginPage({
      institutionId: institution.institutionId,
      state: this.signed.of(session, returnPurpose(mandate, institution)),
      returnUrl: `${this.addresses.apiUrl}${RETURN_PATH}`,
      language: payersLanguage(mandate, session.customizations),
    });
  }
}

/** What the mandate itself says about its checklist. */
export function contextOf({ senderType, senderAccountId }: MandateSnapshot): ChecklistContext {
  return { senderType, accountKnown: senderAccountId !== null };
}

/** A way back counts for the institution that was chosen when it was given out. */
export function returnPurpose(
  { mandateId }: { readonly mandateId: string },
  { institutionId }: { readonly institutionId: string },
): SignedPurpose {
  return `return ${mandateId} ${institutionId}`;
}
