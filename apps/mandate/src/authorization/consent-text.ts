import { createHash } from 'node:crypto';
import {
  consentLanguage,
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
  type ConsentLanguage,
  type MandateConsent,
} from '@towpath/contracts';
import type { MandateSnapshot } from '../mandates/domain/mandate.js';
import type { Customizations } from '../sessions/ports.js';

export interface ConsentScene {
  readonly mandate: MandateSnapshot;
  /** Name of the merchant, as the page shows it. */
  readonly merchant: string;
  readonly institution: string | null;
  readonly customizations: Pick<Customizations, 'language' | 'country' | 'countries'>;
}

/** What a payer is shown and agrees to: the same words for the page and for the proof. */
export function consentOf({ mandate, merchant, institution, customizations }: ConsentScene) {
  const { currency, limits, description, startDate, endDate } = mandate;
  const language = payersLanguage(mandate, customizations);
  return mandateConsent(
    { merchant, institution, description, currency, limits, startDate, endDate },
    { version: CURRENT_MANDATE_CONSENT, language },
  );
}

/** BCP 47 tag of what the payer reads: here, and at the institution. */
export function payersLanguage(
  { currency }: Pick<MandateSnapshot, 'currency'>,
  customizations: ConsentScene['customizations'],
): ConsentLanguage {
  const { language } = customizations;
  return consentLanguage({ language, country: countryOf(customizations), currency });
}

/** What the proof keeps of it: `sha256` is over the text in UTF-8, hexadecimal. */
export function proofOf({ version, language, text }: MandateConsent) {
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
  return { version, language, sha256 };
}

/** The country of a payment link, or of a link to a mandate that names exactly one. */
export function countryOf({
  country,
  countries,
}: Pick<Customizations, 'country' | 'countries'>): string | undefined {
  return country ?? (countries.length === 1 ? countries[0] : undefined);
}
