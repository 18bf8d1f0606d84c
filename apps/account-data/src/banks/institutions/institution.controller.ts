import { Body, Controller, Param, Query } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  Institution,
  ListInstitutionsQuery,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
  SessionInstitutionsQuery,
} from '@towpath/contracts';
import { Caller, DocumentsQuery, findPort, InternalRoute, Operation } from '@towpath/http';
import type { InstitutionFilter } from './domain/institution-filter.js';
import { GetInstitution } from './get-institution.query.js';
import { listFilterOf, type RawQuery } from './list-filter.js';
import { ListInstitutions } from './list-institutions.query.js';
import { ListSessionInstitutions } from './list-session-institutions.query.js';
import { SessionOffers } from './session-offers.js';
import { SearchInstitutions } from './search-institutions.query.js';

@Controller()
export class InstitutionController {
  constructor(
    private readonly listInstitutions: ListInstitutions,
    private readonly listSessionInstitutions: ListSessionInstitutions,
    private readonly getInstitution: GetInstitution,
    private readonly searchInstitutions: SearchInstitutions,
    private readonly modules: ModuleRef,
  ) {}

  @Operation('listInstitutions', { response: [Institution] })
  @DocumentsQuery(ListInstitutionsQuery)
  list(@Caller() { appType }: Caller, @Query() query: RawQuery): Institution[] {
    return this.listInstitutions.execute(appType, listFilterOf(query));
  }

  @Operation('getInstitutionsForCustomer', { response: [Institution] })
  async listForSession(
    @Caller() caller: Caller,
    @Query() query: SessionInstitutionsQuery,
  ): Promise<Institution[]> {
    const { appType, tokenUse } = caller;
    const offered = tokenUse === 'hosted_link' ? await this.offersOf(caller) : {};
    return this.listSessionInstitutions.execute({
      appType,
      session: tokenUse,
      filter: {
        countries: query.countries ?? [],
        products: query.products_supported ?? [],
        userTypes: query.user_type ?? [],
        statuses: query.institution_status ?? [],
        institutionIds: query.institution_id ?? [],
      },
      offered,
      search: query.search ?? '',
    });
  }

  @Operation('getInstitution', { response: Institution })
  get(@Caller() { appType }: Caller, @Param('institutionId') institutionId: string): Institution {
    return this.getInstitution.execute(appType, institutionId);
  }

  /** For services that show an institution; tags mark simulated ones. */
  @InternalRoute('GET', '/internal/institutions/{institutionId}', {
    callers: ['mandate', 'payment-link'],
    response: Institution,
  })
  getForService(@Param('institutionId') institutionId: string): Institution {
    return this.getInstitution.execute('TEST', institutionId);
  }

  /** For a service whose payers choose one. */
  @InternalRoute('POST', '/internal/institutions/search', {
    callers: ['mandate', 'payment-link'],
    response: SearchInstitutionsResponse,
  })
  search(@Body() body: SearchInstitutionsRequest): SearchInstitutionsResponse {
    return { institutions: this.searchInstitutions.execute(body) };
  }

  private async offersOf(caller: Caller): Promise<InstitutionFilter> {
    const offers = findPort(this.modules, SessionOffers);
    if (!offers) throw new Error('no slice keeps the sessions of hosted links');
    return offers.of(caller);
  }
}
