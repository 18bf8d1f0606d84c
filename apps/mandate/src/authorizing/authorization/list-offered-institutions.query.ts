import { Injectable } from '@nestjs/common';
import type { Institution, InstitutionNarrowing } from '@towpath/contracts';
import { Transactions } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { listedTo } from '../sessions/customizations.js';
import { MandateSessionRepository } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';

interface OfferedSearch {
  readonly search: string;
  readonly narrowed: InstitutionNarrowing;
}

/**
 * The institutions that the payer of a session may choose, in the words of the interface; a page
 * can filter them.
 */
@Injectable()
export class ListOfferedInstitutions {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: MandateSessionRepository,
    private readonly directory: InstitutionsReads,
  ) {}

  async execute(caller: SessionCaller, asked: OfferedSearch): Promise<Institution[]> {
    const { customerAppId, appType, mandateId } = caller;
    const offered = await this.transactions.forApp(customerAppId, async (tx) => {
      const { customizations } = await sessionOf(tx, this.sessions, caller);
      const mandate = await this.mandates.get(tx, mandateId);
      return listedTo(mandate.snapshot, customizations);
    });
    return this.directory.list({ app_type: appType, ...asked, ...offered });
  }
}
