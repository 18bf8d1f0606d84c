import type { Institution } from '@towpath/contracts';

/** Conditions for listed institutions; absent or empty means any. */
export interface InstitutionFilter {
  /** ISO 3166 alpha-3. */
  readonly countries?: readonly string[];
  /** All of them: products, or `MANDATE` and `DEBIT_AUTHORIZATION` for payments. */
  readonly products?: readonly string[];
  readonly type?: string;
  /** `PERSONAL` is taken for `INDIVIDUAL`. */
  readonly userTypes?: readonly string[];
  readonly statuses?: readonly string[];
  readonly institutionIds?: readonly string[];
  readonly tags?: readonly string[];
  /** ISO 4217: payments can be made from accounts in it. */
  readonly currency?: string;
}

/** Whether it is everything that the filter asks for. */
export function matches(institution: Institution, filter: InstitutionFilter): boolean {
  const { payment_info: payments, products_supported: products } = institution;
  const supported: readonly string[] = [...products, ...(payments?.payments_supported ?? [])];
  return (
    anyOf(filter.countries, institution.countries) &&
    (filter.products ?? []).every((product) => supported.includes(product)) &&
    anyOf(listed(filter.type), [institution.institution_type]) &&
    anyOf(filter.userTypes?.map(presentName), institution.user_type.map(presentName)) &&
    anyOf(filter.statuses, [institution.status]) &&
    anyOf(filter.institutionIds, [institution.institution_id]) &&
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
