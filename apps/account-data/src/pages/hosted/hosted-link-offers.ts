import { Injectable } from '@nestjs/common';
import type { Caller } from '@towpath/http';
import { Transactions } from '@towpath/persistence';
import type { InstitutionFilter } from '../../banks/institutions/domain/institution-filter.js';
import { SessionOffers } from '../../banks/institutions/session-offers.js';
import { assertGoesOn, hostedCallerOf } from './link-caller.js';
import { filterOf } from './offered-institutions.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

@Injectable()
export class HostedLinkOffers extends SessionOffers {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
  ) {
    super();
  }

  override async of(caller: Caller): Promise<InstitutionFilter> {
    const { customerAppId, sessionId } = hostedCallerOf(caller);
    const link = await this.transactions.forApp(customerAppId, (tx) =>
      this.links.find(tx, sessionId),
    );
    return filterOf(assertGoesOn(link).request);
  }
}
