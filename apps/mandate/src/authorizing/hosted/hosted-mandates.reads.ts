import { Injectable } from '@nestjs/common';
import type { HostedMandateView } from '@towpath/contracts/mandate';
import { embeddingOrigins } from '@towpath/http';
import { parseId, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import { AuthorizationsReads } from '../authorization/authorizations.reads.js';
import { countryOf } from '../sessions/consent-text.js';
import { institutionBody } from '../institutions/offered-institutions.reads.js';
import { fixedInstitution } from '../sessions/customizations.js';
import type { MandateSession, MandateSessionId } from '../sessions/session.table.js';
import { SessionsService, type SessionCaller } from '../sessions/sessions.service.js';

/** What the hosted page shows of its mandate. */
@Injectable()
export class HostedMandatesReads {
  constructor(
    private readonly db: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly sessions: SessionsService,
    private readonly authorizations: AuthorizationsReads,
    private readonly institutions: InstitutionsReads,
  ) {}

  /** No data of the sender, none of other mandates. */
  async get(caller: SessionCaller): Promise<HostedMandateView> {
    const { mandate, checklist, session, merchant, body } = await this.authorizations.get(caller);
    const { institutionId } = checklist.snapshot.institution ?? {};
    const institution =
      institutionId && (await this.institutions.find(caller.appType, institutionId));
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

  /**
   * The sites that may frame the page of one session: those of the app and of the session's own
   * `redirect_uri`; none of an app that is disabled.
   */
  async embeddingOrigins(
    customerAppId: CustomerAppId,
    rawSessionId: string,
  ): Promise<readonly string[]> {
    const sessionId = parseId<MandateSessionId>(rawSessionId);
    if (!sessionId) throw mandateNotFound();
    const find = (tx: AppTx) => this.sessions.find(tx, sessionId);
    const [session, app] = await Promise.all([
      this.db.forApp(customerAppId, find, { readOnly: true }),
      this.apps.get(customerAppId),
    ]);
    // A session of the app's own user interface has no page of ours.
    if (session?.usedBy !== 'SERVICE_LINK' || !app) throw mandateNotFound();
    if (app.status !== 'ENABLED') return [];
    const registered = app.settings['redirect_uris'];
    const own = session.customizations.redirect_uri;
    return embeddingOrigins([...(Array.isArray(registered) ? registered : []), own]);
  }
}

/** The payer's return URL, with the ID that the merchant compares; it proves nothing. */
function returnUrlOf({ mandateId, customizations }: MandateSession): string | undefined {
  if (customizations.redirect_uri === null) return undefined;
  const url = new URL(customizations.redirect_uri);
  url.searchParams.set('mandate_id', mandateId);
  return url.href;
}
