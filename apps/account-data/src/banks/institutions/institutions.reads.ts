import { Injectable } from '@nestjs/common';
import type {
  AppType,
  Institution,
  SearchInstitutionsRequest,
  SessionInstitutionsQuery,
  TokenUse,
} from '@towpath/contracts';
import type { InstitutionSummary } from '@towpath/contracts/account-data';
import { DomainError, NameSearch } from '@towpath/kernel';
import { matches, type InstitutionFilter } from './institution-filter.js';
import { realInstitutions } from './real-institutions.js';
import { TEST_INSTITUTIONS } from './test-institutions.js';

interface Shelf {
  readonly byId: ReadonlyMap<string, Institution>;
  readonly names: NameSearch<Institution>;
}

/** Filters as the interface names them. */
type AskedFilters = Pick<
  SearchInstitutionsRequest,
  'countries' | 'products_supported' | 'user_type' | 'institution_status'
>;

/**
 * All institutions. Reference data that ships with the service, the same for every customer app but
 * that the simulated ones are shown to test apps alone.
 */
@Injectable()
export class InstitutionsReads {
  readonly #shelves: Readonly<Record<AppType, Shelf>>;

  constructor() {
    const real = realInstitutions();
    this.#shelves = { LIVE: shelfOf(real), TEST: shelfOf([...TEST_INSTITUTIONS, ...real]) };
  }

  /** By name, or the best match of `search` first. */
  list(appType: AppType, filter: InstitutionFilter, search = ''): Institution[] {
    const found = this.#shelves[appType].names.find(search);
    return found.filter((institution) => matches(institution, filter));
  }

  find(appType: AppType, institutionId: string): Institution | undefined {
    return this.#shelves[appType].byId.get(institutionId);
  }

  /** INSTITUTION_NOT_FOUND when there is none that the app may see. */
  get(appType: AppType, institutionId: string): Institution {
    const found = this.find(appType, institutionId);
    if (found) return found;
    throw new DomainError('INSTITUTION_NOT_FOUND', 'There is no institution with this ID.');
  }

  /** As shown with its data. Of an institution that left the catalogue, only the ID is known. */
  summary(institutionId: string): InstitutionSummary {
    const found = this.find('TEST', institutionId);
    if (!found) return { institution_id: institutionId };
    return {
      institution_id: institutionId,
      countries: found.countries,
      institution_name: found.institution_name,
      portal_name: found.portal_name,
    };
  }

  /**
   * What the user of a hosted page can choose, within the offer of its session. A session that pays
   * sees only institutions that a mandate can be set up at.
   */
  ofSession(
    { appType, tokenUse }: { readonly appType: AppType; readonly tokenUse: TokenUse },
    query: SessionInstitutionsQuery,
    offered: InstitutionFilter,
  ): Institution[] {
    const filter = filterOf(query, query.institution_id);
    const products = [...filter.products, ...(tokenUse === 'hosted_link' ? [] : ['MANDATE'])];
    const found = this.list(appType, { ...filter, products }, query.search);
    return found.filter((institution) => matches(institution, offered));
  }

  /** The best matches of a payer's input, within the offer of a link. */
  search(asked: SearchInstitutionsRequest): Institution[] {
    const { tags = [], institution_id: id, currency, narrowed, limit } = asked;
    const filter = { ...filterOf(asked, id === undefined ? [] : [id]), tags, currency };
    const found = this.list(asked.app_type, filter, asked.search);
    const within = narrowed && filterOf(narrowed, narrowed.institution_id);
    return (within ? found.filter((each) => matches(each, within)) : found).slice(0, limit);
  }
}

function filterOf(asked: AskedFilters, institutionIds: readonly string[] = []) {
  return {
    countries: asked.countries ?? [],
    products: asked.products_supported ?? [],
    userTypes: asked.user_type ?? [],
    statuses: asked.institution_status ?? [],
    institutionIds,
  };
}

function shelfOf(institutions: readonly Institution[]): Shelf {
  const all = [...institutions].sort(byName);
  return {
    byId: new Map(all.map((institution) => [institution.institution_id, institution])),
    names: new NameSearch(all, ({ institution_name, portal_name, parent_institution_name }) => [
      institution_name,
      portal_name ?? '',
      parent_institution_name ?? '',
    ]),
  };
}

function byName(a: Institution, b: Institution): number {
  const [first, second] = [sortKeyOf(a), sortKeyOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function sortKeyOf({ institution_name: name, institution_id: id }: Institution): string {
  return `${name}\n${id}`;
}
