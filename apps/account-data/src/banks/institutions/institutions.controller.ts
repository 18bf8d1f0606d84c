import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  Institution,
  ListInstitutionsQuery,
  parameterNameOf,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
} from '@towpath/contracts';
import { Caller, DocumentsQuery, InternalRoute, Operation } from '@towpath/http';
import { InstitutionsReads, type InstitutionFilter } from './institutions.reads.js';

/** A query as it arrives: a repeated parameter is a list. */
type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

@Controller()
export class InstitutionsController {
  constructor(private readonly institutions: InstitutionsReads) {}

  @Operation('listInstitutions', { response: [Institution] })
  @DocumentsQuery(ListInstitutionsQuery)
  list(@Caller() { appType }: Caller, @Query() query: RawQuery): Institution[] {
    return this.institutions.list(appType, listFilterOf(query));
  }

  @Operation('getInstitution', { response: Institution })
  get(@Caller() { appType }: Caller, @Param('institutionId') institutionId: string): Institution {
    return this.institutions.get(appType, institutionId);
  }

  /** For services that show an institution; tags mark simulated ones. */
  @InternalRoute('GET', '/internal/institutions/{institutionId}', {
    callers: ['mandate', 'payment-link'],
    response: Institution,
  })
  getForService(@Param('institutionId') institutionId: string): Institution {
    return this.institutions.get('TEST', institutionId);
  }

  /** For a service whose payers choose one. */
  @InternalRoute('POST', '/internal/institutions/search', {
    callers: ['mandate', 'payment-link'],
    response: SearchInstitutionsResponse,
  })
  search(@Body() body: SearchInstitutionsRequest): SearchInstitutionsResponse {
    return { institutions: this.institutions.search(body) };
  }
}

/** The interface defines no 400 for this list, so an unknown value matches nothing. */
function listFilterOf(query: RawQuery): InstitutionFilter {
  const countries = [...valuesOf(query, 'countries'), ...valuesOf(query, 'country')];
  const [institution_type] = valuesOf(query, 'institution_type');
  return {
    countries: countries.map((country) => country.toUpperCase()),
    products_supported: valuesOf(query, 'products_supported'),
    institution_type,
  };
}

/** Values joined by commas, also of `name[]` and `name[0]`; empty ones left out. */
function valuesOf(query: RawQuery, name: string): string[] {
  return Object.entries(query)
    .filter(([sent]) => parameterNameOf(sent) === name)
    .flatMap(([, value]) => value ?? [])
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
