import { parameterNameOf } from '@towpath/contracts';
import type { InstitutionFilter } from './domain/institution-filter.js';

/** A query as it arrives: a repeated parameter is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The filter of a list that refuses nothing. The interface defines no 400 for it, so an unknown
 * value matches nothing.
 */
export function listFilterOf(query: RawQuery): InstitutionFilter {
  const countries = [...valuesOf(query, 'countries'), ...valuesOf(query, 'country')];
  const [type] = valuesOf(query, 'institution_type');
  return {
    countries: countries.map((country) => country.toUpperCase()),
    products: valuesOf(query, 'products_supported'),
    ...(type === undefined ? {} : { type }),
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
