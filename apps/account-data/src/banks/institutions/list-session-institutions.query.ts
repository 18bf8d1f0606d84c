import { Injectable } from '@nestjs/common';
import type { AppType, Institution, TokenUse } from '@towpath/contracts';
import { matches, type InstitutionFilter } from './domain/institution-filter.js';
import { InstitutionCatalogue } from './institution-catalogue.js';

interface SessionInstitutionsRequest {
  readonly appType: AppType;
  /** Kind of the session's token. */
  readonly session: TokenUse;
  readonly filter: InstitutionFilter;
  /** The offer of the session. */
  readonly offered: InstitutionFilter;
  readonly search: string;
}

/** The institutions that the user of a hosted page can choose. */
@Injectable()
export class ListSessionInstitutions {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  /** A session that pays sees only institutions that a mandate can be set up at. */
  execute({
    appType,
    session,
    filter,
    offered,
    search,
  }: SessionInstitutionsRequest): Institution[] {
    const pays = session !== 'hosted_link';
    const products = [...(filter.products ?? []), ...(pays ? ['MANDATE'] : [])];
    const found = this.catalogue.list(appType, { ...filter, products }, search);
    return found.filter((institution) => matches(institution, offered));
  }
}
