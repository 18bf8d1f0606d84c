import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  consentLanguage,
  CURRENT_LINK_CONSENT,
  linkConsent,
  type HostedMerchant,
  type Institution,
} from '@towpath/contracts';
import type { LinkConsentText, ShownLinkConsent } from '@towpath/contracts/account-data';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews } from '@towpath/persistence';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
import type { LinkRequest } from './hosted-link.js';

interface LinkConsentScene {
  /** Name of the customer app, as the page shows it. */
  readonly merchant: string;
  readonly request: LinkRequest;
  readonly institution: Institution;
  readonly products: readonly Product[];
}

export type ShownText = LinkConsentText;

/**
 * The text that the user of a hosted link sees and agrees to; page and evidence use the same words.
 */
@Injectable()
export class LinkConsentTexts {
  constructor(private readonly apps: CustomerAppViews) {}

  async merchantOf(customerAppId: CustomerAppId): Promise<HostedMerchant> {
    const app = await this.apps.get(customerAppId);
    const text = (name: string): string | undefined => {
      const value = app?.settings[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    return {
      display_name: text('display_name') ?? app?.name ?? '',
      logo_url: text('logo_url'),
      accent: text('accent'),
      support_url: text('support_url'),
      terms_url: text('terms_url'),
    };
  }

  of({ merchant, request, institution, products }: LinkConsentScene): ShownText {
    const country = countryOf(request) ?? institution.countries[0];
    const consent = linkConsent(
      { merchant, institution: institution.institution_name, products },
      {
        version: CURRENT_LINK_CONSENT,
        language: consentLanguage({ language: request.language, country }),
      },
    );
    const sha256 = createHash('sha256').update(consent.text, 'utf8').digest('hex');
    return { ...consent, statements: [...consent.statements], sha256 };
  }
}

/** Throws CONSENT_TEXT_CHANGED for another text than the present one. */
export function assertShown(shown: ShownLinkConsent | undefined, now: ShownText): void {
  if (shown?.version === now.version && shown.sha256.toLowerCase() === now.sha256) return;
  throw new DomainError(
    'CONSENT_TEXT_CHANGED',
    'Read the consent again, show its text, and send its version and sha256.',
  );
}

/** The country of a request that names exactly one. */
export function countryOf({ offered }: LinkRequest): string | undefined {
  const countries = offered.countries ?? [];
  return countries.length === 1 ? countries[0] : undefined;
}
