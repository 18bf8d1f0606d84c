import { createHash } from 'node:crypto';
import {
  consentLanguage,
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
  type ConsentLanguage,
  type HostedMerchant,
} from '@towpath/contracts';
import type { ShownConsentText } from '@towpath/contracts/mandate';
import { DomainError } from '@towpath/kernel';
import { limitsOf, type MandateSnapshot } from '../../mandates/mandates/mandate.js';
import type { Customizations, MandateSession } from './session.table.js';
import type { Checklist } from '../../mandates/checklists/checklist.js';

interface ConsentScene {
  readonly mandate: MandateSnapshot;
  /** Name of the merchant, as the page shows it. */
  readonly merchant: string;
  readonly institution: string | null;
  readonly customizations: Pick<Customizations, 'language' | 'country' | 'countries'>;
}

/** The text that a payer sees and agrees to; page and evidence use the same words. */
export function consentOf({ mandate, merchant, institution, customizations }: ConsentScene) {
  const { currency, description, startDate, endDate } = mandate;
  const limits = limitsOf(mandate);
  const language = payersLanguage(mandate, customizations);
  return mandateConsent(
    { merchant, institution, description, currency, limits, startDate, endDate },
    { version: CURRENT_MANDATE_CONSENT, language },
  );
}

interface AskedConsent {
  readonly mandate: MandateSnapshot;
  readonly checklist: Checklist;
  readonly session: MandateSession;
  readonly merchant: string;
}

/** The present text of a session, with its evidence: over its UTF-8, hexadecimal. */
export function presentConsent({ mandate, checklist, session, merchant }: AskedConsent) {
  const institution = checklist.snapshot.institution?.name ?? null;
  const { customizations } = session;
  const consent = consentOf({ mandate, merchant, institution, customizations });
  const sha256 = createHash('sha256').update(consent.text, 'utf8').digest('hex');
  return { ...consent, sha256 };
}

/**
 * Throws CONSENT_TEXT_CHANGED if the text of our page, or the text that the customer app claims to
 * have shown, is not the present one. An app may use its own words.
 */
export function assertShown(shown: ShownConsentText | null, asked: AskedConsent): void {
  if (shown === null && asked.session.usedBy === 'CUSTOMER_APP') return;
  const { version, sha256 } = presentConsent(asked);
  if (shown?.version === version && shown.sha256.toLowerCase() === sha256) return;
  throw new DomainError(
    'CONSENT_TEXT_CHANGED',
    'Read consent again, show its text, and submit its version and sha256 as consent_text.',
  );
}

/** BCP 47 tag of the payer's language, here and at the institution. */
export function payersLanguage(
  { currency }: Pick<MandateSnapshot, 'currency'>,
  customizations: ConsentScene['customizations'],
): ConsentLanguage {
  const { language } = customizations;
  return consentLanguage({ language, country: countryOf(customizations), currency });
}

/** The country of a payment link, or of a link to a mandate that names exactly one. */
export function countryOf({
  country,
  countries,
}: Pick<Customizations, 'country' | 'countries'>): string | undefined {
  return country ?? (countries.length === 1 ? countries[0] : undefined);
}

/** The customer app, as the pages show it. */
export function merchantOf(
  name: string,
  settings: Readonly<Record<string, unknown>> = {},
): HostedMerchant {
  const text = (member: string): string | undefined => {
    const value = settings[member];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    display_name: text('display_name') ?? name,
    logo_url: text('logo_url'),
    accent: text('accent'),
    support_url: text('support_url'),
    terms_url: text('terms_url'),
  };
}
