import { Injectable } from '@nestjs/common';
import { embeddedError, type HostedMerchant } from '@towpath/contracts';
import type {
  ChecklistFactor,
  MandateAuthResponse,
  MandateConsentText,
} from '@towpath/contracts/mandate';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import type { Checklist, Factor } from '../../mandates/checklists/checklist.js';
import type { FactorType } from '../../mandates/checklists/checklist.table.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { mandateBody } from '../../mandates/mandates/mandates.reads.js';
import { PartiesService } from '../../mandates/parties/parties.service.js';
import { ChecklistKeysService } from '../checklist-keys/checklist-keys.service.js';
import type { MandateSession } from '../sessions/session.table.js';
import { SessionsService, type SessionCaller } from '../sessions/sessions.service.js';
import { AuthorizationsService } from './authorizations.service.js';
import { merchantOf, presentConsent } from '../sessions/consent-text.js';
import { LOGIN_PATH, purposeOf } from '../institutions/institution-login.js';

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

/** An authorization as its payer sees it. */
export interface ShownAuthorization {
  readonly mandate: MandateSnapshot;
  readonly checklist: Checklist;
  readonly session: MandateSession;
  readonly merchant: HostedMerchant;
  readonly body: MandateAuthResponse & { readonly consent: MandateConsentText };
}

/** The missing factors, and how to encrypt them. */
@Injectable()
export class AuthorizationsReads {
  constructor(
    private readonly db: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly authorizations: AuthorizationsService,
    private readonly sessions: SessionsService,
    private readonly parties: PartiesService,
    private readonly keys: ChecklistKeysService,
  ) {}

  async get(caller: SessionCaller): Promise<ShownAuthorization> {
    const { customerAppId } = caller;
    const app = await this.apps.get(customerAppId);
    const found = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const { mandate, checklist } = await this.authorizations.read(tx, caller.mandateId);
        const session = await this.sessions.of(tx, caller);
        const merchant = merchantOf(tx.customerApp.name, app?.settings);
        const readAt = tx.systemNow;
        return { mandate: mandate.snapshot, checklist, session, merchant, readAt };
      },
      { readOnly: true },
    );
    const { mandate, checklist, session, merchant, readAt } = found;
    const { updatedAt } = checklist.snapshot;
    const consent = presentConsent({ ...found, merchant: merchant.display_name });
    const [parties] = await this.parties.of(customerAppId, [mandate]);
    if (!parties) throw new Error(`the parties of mandate ${mandate.mandateId} are unknown`);
    const { failure } = mandate;
    const body: ShownAuthorization['body'] = {
      mandate_id: mandate.mandateId,
      mandate_status: mandate.status,
      recipient_account_id: mandate.recipientAccountId,
      institution_id: mandate.institutionId ?? '',
      auth_checklist: checklist
        .factors(mandate)
        .map((factor) => factorBody(factor, this.loginUrl(session, checklist))),
      encryption_info: {
        jwks_url: `${this.sessions.addresses.apiUrl}/payments/jwks`,
        key_id: await this.keys.currentKeyId(readAt),
      },
      last_update: (updatedAt > mandate.updatedAt ? updatedAt : mandate.updatedAt).toISOString(),
      sender_type: mandate.senderType,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
      mandate_details: mandateBody(mandate, parties).mandate_details,
      recipient: { name: parties.recipient.name },
      consent: { ...consent, statements: [...consent.statements] },
    };
    return { ...found, body };
  }

  /** The same address for as long as the institution is the same. */
  private loginUrl(session: MandateSession, checklist: Checklist): string | undefined {
    const { institution, mandateId } = checklist.snapshot;
    if (!institution) return undefined;
    const { institutionId } = institution;
    const url = new URL(`${this.sessions.addresses.pagesUrl}${LOGIN_PATH}`);
    const state = this.sessions.texts.of(session, purposeOf('login', { mandateId, institutionId }));
    url.searchParams.set('state', state);
    return url.href;
  }
}

function factorBody(factor: Factor, loginUrl: string | undefined): ChecklistFactor {
  const { type, option, required, submitted, valueMembers } = factor;
  const redirects = type === 'ACCOUNTHOLDER_AUTHENTICATION' && option === 'INSTITUTION_OAUTH_LOGIN';
  const options = option && [
    {
      name: option,
      submitted_at: submitted?.at,
      submitted_by: submitted?.by,
      redirect_url: redirects && !submitted ? loginUrl : undefined,
      value_members: submitted ? [] : [...valueMembers],
    },
  ];
  return {
    type,
    group_id: GROUPS[type],
    required,
    helper_text: valueMembers.includes('otp') ? OTP_HELP : HELP[type],
    options: options ?? [],
  };
}
