import { INSTITUTION_STATUSES, INSTITUTION_TAGS } from '@towpath/contracts';
import type { MandateLinkCustomizationsRequest } from '@towpath/contracts/mandate';
import { DomainError, isReturnAddress } from '@towpath/kernel';
import type { InstitutionFilters } from '../../banks/institutions/institutions.reads.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import type { Customizations } from './session.table.js';

const COUNTRY = /^[A-Z]{3}$/;

/** The page's settings with every default filled in. Throws INVALID_REQUEST naming the member. */
export function customizationsOf(
  asked: MandateLinkCustomizationsRequest,
  appType: 'TEST' | 'LIVE',
): Customizations {
  const redirectUri = asked.redirect_uri ?? null;
  if (redirectUri !== null && !isReturnAddress(redirectUri, appType)) {
    throw invalid('redirect_uri must be an absolute https URI');
  }
  const countries = (asked.countries ?? []).map((country) => country.toUpperCase());
  if (!countries.every((country) => COUNTRY.test(country))) {
    throw invalid('countries must be 3-letter ISO 3166 codes');
  }
  return {
    language: asked.language ?? 'en',
    ui_mode: asked.ui_mode ?? (redirectUri === null ? 'standalone' : 'redirect'),
    redirect_uri: redirectUri,
    countries,
    user_types: asked.user_type ?? [],
    products: [...new Set(['MANDATE', ...(asked.products_supported ?? [])])],
    statuses: wordsOf(asked.institution_status, {
      name: 'institution_status',
      known: INSTITUTION_STATUSES.map((status) => status.toLowerCase()),
    }).map((status) => status.toUpperCase()),
    tags: wordsOf(asked.link_mode, { name: 'link_mode', known: INSTITUTION_TAGS }),
    in_payment_page: false,
  };
}

/**
 * Settings of a page of a payment link: its country selects the language, not the country of the
 * bank.
 */
export function paymentPageCustomizations({
  language,
  country,
}: {
  readonly language: Customizations['language'];
  readonly country: string | null;
}): Customizations {
  return { ...customizationsOf({ language }, 'LIVE'), country, in_payment_page: true };
}

/** Which institutions a session offers. */
export function institutionFiltersOf(customizations: Customizations): InstitutionFilters {
  const { countries, products, user_types, statuses, tags } = customizations;
  return {
    countries,
    products_supported: products,
    user_type: user_types,
    institution_status: statuses,
    tags,
  } as InstitutionFilters;
}

type Known = Pick<MandateSnapshot, 'senderAccountId' | 'institutionId'>;

/** That of the account that pays, once it is known: no other can be chosen. */
export function fixedInstitution({ senderAccountId, institutionId }: Known): string | null {
  return senderAccountId === null ? null : institutionId;
}

/** The institutions that a payer may choose; null if the paying account determines it. */
export function offeredTo(
  { senderAccountId }: Pick<MandateSnapshot, 'senderAccountId'>,
  customizations: Customizations,
): InstitutionFilters | null {
  return senderAccountId === null ? institutionFiltersOf(customizations) : null;
}

/** The same for a list: the institutions that the payer may choose. */
export function listedTo(
  mandate: Known & Pick<MandateSnapshot, 'currency'>,
  customizations: Customizations,
) {
  return {
    ...(offeredTo(mandate, customizations) ?? { products_supported: ['MANDATE'] }),
    currency: mandate.currency,
    institution_id: fixedInstitution(mandate) ?? undefined,
  };
}

function wordsOf(
  text: string | undefined,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): string[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.every((word) => known.includes(word))) return [...new Set(words)];
  throw invalid(`${name} must be among: ${known.join(', ')}, joined by spaces`);
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `link_customizations.${explanation}.`);
}
