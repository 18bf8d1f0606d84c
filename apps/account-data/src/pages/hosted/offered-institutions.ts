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

/** What a request lets its user choose from: the one that is fixed, or all that it offers. */
@Injectable()
export class OfferedInstitutions {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  list(appType: AppType, request: LinkRequest, search = ''): Institution[] {
    return this.catalogue.list(appType, filterOf(request), search);
  }

  /** Where a page has something to narrow by. */
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
