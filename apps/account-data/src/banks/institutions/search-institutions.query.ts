import { Injectable } from '@nestjs/common';
import type {
  Institution,
  InstitutionNarrowing,
  SearchInstitutionsRequest,
} from '@towpath/contracts';
import { matches, type InstitutionFilter } from './domain/institution-filter.js';
import { InstitutionCatalogue } from './institution-catalogue.js';

/** The best matches of a payer's input, within the offer of a link. */
@Injectable()
export class SearchInstitutions {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  execute(asked: SearchInstitutionsRequest): Institution[] {
    const filter = {
      countries: asked.countries ?? [],
      products: asked.products_supported ?? [],
      userTypes: asked.user_type ?? [],
      statuses: asked.institution_status ?? [],
      tags: asked.tags ?? [],
      institutionIds: asked.institution_id === undefined ? [] : [asked.institution_id],
      ...(asked.currency === undefined ? {} : { currency: asked.currency }),
    };
    const found = this.catalogue.list(asked.app_type, filter, asked.search ?? '');
    const { narrowed } = asked;
    const within = narrowed ? found.filter((each) => matches(each, filterOf(narrowed))) : found;
    return within.slice(0, asked.limit);
  }
}

function filterOf(narrowed: InstitutionNarrowing): InstitutionFilter {
  return {
    countries: narrowed.countries ?? [],
    products: narrowed.products_supported ?? [],
    userTypes: narrowed.user_type ?? [],
    statuses: narrowed.institution_status ?? [],
    institutionIds: narrowed.institution_id ?? [],
  };
}
