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
import { realInstitutions } from './real-institutions.js';
import { TEST_INSTITUTIONS } from './test-institutions.js';

interface Shelf {
  readonly byId: ReadonlyMap<string, Institution>;
  readonly names: NameSearch<Institution>;
}

/** Conditions for listed institutions, by the names of the interface; absent or empty means any. */
export interface InstitutionFilter {
  /** ISO 3166 alpha-3. */
  readonly countries?: readonly string[];
  /** All of them: products, or `MANDATE` and `DEBIT_AUTHORIZATION` for payments. */
  readonly products_supported?: readonly string[];
  readonly institution_type?: string;
  /** `PERSONAL` is taken for `INDIVIDUAL`. */
  readonly user_type?: readonly string[];
  readonly institution_status?: readonly string[];
  readonly institution_id?: readonly string[];
  readonly tags?: readonly string[];
  /** ISO 4217: payments can be made from accounts in it. */
  readonly currency?: string;
}

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
    const payments = tokenUse === 'hosted_link' ? [] : ['MANDATE'];
    const products_supported = [...(query.products_supported ?? []), ...payments];
    const found = this.list(appType, { ...query, products_supported }, query.search);
    return found.filter((institution) => matches(institution, offered));
  }

  /** The best matches of a payer's input, within the offer of a link. */
  search(asked: SearchInstitutionsRequest): Institution[] {
    const { institution_id: id, narrowed = {}, limit } = asked;
    const filter = { ...asked, institution_id: listed(id) };
    const found = this.list(asked.app_type, filter, asked.search);
    return found.filter((institution) => matches(institution, narrowed)).slice(0, limit);
  }
}

/** Whether it is everything that the filter asks for. */
export function matches(institution: Institution, filter: InstitutionFilter): boolean {
  const { payment_info: payments, products_supported: products } = institution;
  const supported: readonly string[] = [...products, ...(payments?.payments_supported ?? [])];
  return (
    anyOf(filter.countries, institution.countries) &&
    (filter.products_supported ?? []).every((product) => supported.includes(product)) &&
    anyOf(listed(filter.institution_type), [institution.institution_type]) &&
    anyOf(filter.user_type?.map(presentName), institution.user_type.map(presentName)) &&
    anyOf(filter.institution_status, [institution.status]) &&
    anyOf(filter.institution_id, [institution.institution_id]) &&
    anyOf(filter.tags, institution.tags ?? []) &&
    anyOf(listed(filter.currency), payments?.currencies_supported ?? [])
  );
}

function anyOf(wanted: readonly string[] | undefined, present: readonly string[]): boolean {
  return !wanted?.length || wanted.some((value) => present.includes(value));
}

function listed(wanted: string | undefined): string[] {
  return wanted === undefined ? [] : [wanted];
}

function presentName(userType: string): string {
  return userType === 'PERSONAL' ? 'INDIVIDUAL' : userType;
}

function shelfOf(institutions: readonly Institution[]): Shelf {
  const sortKeyOf = ({ institution_name: name, institution_id: id }: Institution) =>
    `${name}\n${id}`;
  const all = institutions.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  return {
    byId: new Map(all.map((institution) => [institution.institution_id, institution])),
    names: new NameSearch(all, ({ institution_name, portal_name, parent_institution_name }) => [
      institution_name,
      portal_name ?? '',
      parent_institution_name ?? '',
    ]),
  };
}
