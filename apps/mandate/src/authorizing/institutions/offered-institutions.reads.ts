import { Injectable } from '@nestjs/common';
import type { Institution, InstitutionNarrowing } from '@towpath/contracts';
import type { HostedInstitution } from '@towpath/contracts/mandate';
import { Transactions } from '@towpath/persistence';
import {
  InstitutionsReads,
  type PayerInstitution,
} from '../../banks/institutions/institutions.reads.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { listedTo } from '../sessions/customizations.js';
import { SessionsService, type SessionCaller } from '../sessions/sessions.service.js';

/**
 * The institutions that the payer of a session may choose: those that the link and the currency
 * permit, or the known one.
 */
@Injectable()
export class OfferedInstitutionsReads {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: SessionsService,
    private readonly institutions: InstitutionsReads,
  ) {}

  /** All of them, in the words of the interface; a page can filter them. */
  async list(
    caller: SessionCaller,
    asked: { readonly search: string; readonly narrowed: InstitutionNarrowing },
  ): Promise<Institution[]> {
    return this.institutions.list({ ...(await this.offeredTo(caller)), ...asked });
  }

  async search(
    caller: SessionCaller,
    asked: { readonly search: string; readonly limit: number },
  ): Promise<HostedInstitution[]> {
    const offered = await this.offeredTo(caller);
    return (await this.institutions.search({ ...offered, ...asked })).map(institutionBody);
  }

  private offeredTo(caller: SessionCaller) {
    return this.db.forApp(
      caller.customerAppId,
      async (tx) => {
        const mandate = await this.mandates.get(tx, caller.mandateId);
        const { customizations } = await this.sessions.of(tx, caller);
        return { app_type: caller.appType, ...listedTo(mandate.snapshot, customizations) };
      },
      { readOnly: true },
    );
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
