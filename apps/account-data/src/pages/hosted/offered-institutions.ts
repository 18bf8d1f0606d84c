import { Injectable } from '@nestjs/common';
import type { AppType, Institution } from '@towpath/contracts';
import type { HostedLinkView } from '@towpath/contracts/account-data';
import { DomainError } from '@towpath/kernel';
import {
  matches,
  type InstitutionFilter,
} from '../../banks/institutions/domain/institution-filter.js';
import { InstitutionCatalogue } from '../../banks/institutions/institution-catalogue.js';
import type { LinkRequest } from './hosted-link.js';

/** The institutions that a request offers its user: the fixed one, or all that it permits. */
@Injectable()
export class OfferedInstitutions {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  list(appType: AppType, request: LinkRequest, search = ''): Institution[] {
    return this.catalogue.list(appType, filterOf(request), search);
  }

  /** The filters of a page, if it has any. */
  choicesOf(
    appType: AppType,
    request: LinkRequest,
  ): Pick<HostedLinkView, 'countries' | 'institution_types'> {
    const all = this.list(appType, request);
    const distinct = <T>(values: readonly T[]) => [...new Set(values)].sort();
    return {
      countries: distinct(all.flatMap(({ countries }) => countries)),
      institution_types: distinct(all.map(({ institution_type: type }) => type)),
    };
  }

  /** Throws INSTITUTION_NOT_FOUND for one that is not offered. */
  get(appType: AppType, request: LinkRequest, institutionId: string): Institution {
    const found = this.catalogue.find(appType, institutionId);
    if (found && matches(found, filterOf(request))) return found;
    throw new DomainError('INSTITUTION_NOT_FOUND', 'The link does not offer this institution.');
  }
}

export function filterOf({ institutionId, offered }: LinkRequest): InstitutionFilter {
  return institutionId === null ? offered : { institutionIds: [institutionId] };
}
