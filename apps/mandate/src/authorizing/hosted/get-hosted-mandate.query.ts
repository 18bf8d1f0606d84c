import { Injectable } from '@nestjs/common';
import type { HostedInstitution, HostedMandateView } from '@towpath/contracts/mandate';
import { countryOf } from '../authorization/consent-text.js';
import { GetMandateAuth } from '../authorization/get-mandate-auth.query.js';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import type { PayerInstitution } from '../../banks/institutions/institutions.reads.js';
import { fixedInstitution } from '../sessions/customizations.js';
import type { MandateSession } from '../sessions/ports.js';
import type { SessionCaller } from '../sessions/session-caller.js';

/**
 * The payer's view of the mandate on the hosted page: no data of the sender, none of other
 * mandates.
 */
@Injectable()
export class GetHostedMandate {
  constructor(
    private readonly getMandateAuth: GetMandateAuth,
    private readonly directory: InstitutionsReads,
  ) {}

  async execute(caller: SessionCaller): Promise<HostedMandateView> {
    const { mandate, checklist, session, merchant, body } =
      await this.getMandateAuth.execute(caller);
    const chosen = checklist.snapshot.institution;
    const institution = chosen && (await this.directory.find(caller.appType, chosen.institutionId));
    const { customizations } = session;
    return {
      mandate_id: mandate.mandateId,
      status: mandate.status,
      live: mandate.live,
      of_payment_link: mandate.paymentLinkId !== null,
      merchant,
      mandate_details: body.mandate_details ?? { currency: mandate.currency },
      recipient: body.recipient ?? {},
      institution: institution ? institutionBody(institution) : undefined,
      institution_fixed: fixedInstitution(mandate) !== null,
      auth_checklist: body.auth_checklist,
      encryption_info: body.encryption_info,
      consent: body.consent,
      language: customizations.language,
      country: countryOf(customizations),
      ui_mode: customizations.ui_mode,
      return_url: returnUrlOf(session),
      error: body.error,
    };
  }
}

export function institutionBody(institution: PayerInstitution): HostedInstitution {
  return {
    institution_id: institution.institutionId,
    name: institution.name,
    portal_name: institution.portalName ?? undefined,
    color: institution.color ?? undefined,
    user_type: institution.userType,
    redirect: institution.loginMethod === 'INSTITUTION_OAUTH_LOGIN',
  };
}

/** The payer's return URL, with the ID that the merchant compares; it proves nothing. */
function returnUrlOf({ mandateId, customizations }: MandateSession): string | undefined {
  if (customizations.redirect_uri === null) return undefined;
  const url = new URL(customizations.redirect_uri);
  url.searchParams.set('mandate_id', mandateId);
  return url.href;
}
