import { Injectable } from '@nestjs/common';
import type { AppType, Institution } from '@towpath/contracts';
import { NameSearch } from '@towpath/kernel';
import { realInstitutions } from './catalogue/real-institutions.js';
import { TEST_INSTITUTIONS } from './catalogue/test-institutions.js';
import { matches, type InstitutionFilter } from './domain/institution-filter.js';

interface Shelf {
  readonly all: readonly Institution[];
  readonly byId: ReadonlyMap<string, Institution>;
  readonly names: NameSearch<Institution>;
}

/**
 * All institutions. Reference data that ships with the service, the same for every customer app but
 * that the simulated ones are shown to test apps alone.
 */
@Injectable()
export class InstitutionCatalogue {
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
}

function shelfOf(institutions: readonly Institution[]): Shelf {
  const all = [...institutions].sort(byName);
  return {
    all,
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
