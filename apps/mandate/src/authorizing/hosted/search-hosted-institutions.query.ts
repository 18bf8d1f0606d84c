import { Injectable } from '@nestjs/common';
import type { HostedInstitution } from '@towpath/contracts/mandate';
import { Transactions } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { MandateSessionRepository } from '../sessions/ports.js';
import { listedTo } from '../sessions/customizations.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import { institutionBody } from './get-hosted-mandate.query.js';

interface HostedSearch {
  readonly query: string;
  readonly limit: number;
}

/**
 * Institutions for the payer's account: those that the link and the currency permit, or the known
 * one.
 */
@Injectable()
export class SearchHostedInstitutions {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: MandateSessionRepository,
    private readonly directory: InstitutionsReads,
  ) {}

  async execute(caller: SessionCaller, { query, limit }: HostedSearch) {
    const { customerAppId, appType, mandateId } = caller;
    const listed = await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.get(tx, mandateId);
      const { customizations } = await sessionOf(tx, this.sessions, caller);
      return listedTo(mandate.snapshot, customizations);
    });
    const found = await this.directory.search({
      app_type: appType,
      search: query,
      limit,
      ...listed,
    });
    return found.map((institution): HostedInstitution => institutionBody(institution));
  }
}
