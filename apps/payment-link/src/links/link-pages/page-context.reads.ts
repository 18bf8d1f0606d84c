import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews } from '@towpath/persistence';

export type Language = 'en' | 'vi' | 'zh' | 'ko';

interface Link {
  readonly customerAppId: CustomerAppId;
  readonly currency: string;
  readonly language: Language;
  readonly redirectUri: string | null;
}

/** Reads a copy that is at most a second old: nothing here belongs into a transaction. */
@Injectable()
export class PageContextReads {
  constructor(private readonly apps: CustomerAppViews) {}

  /** Settings of the customer app for the pages of a link. */
  async of({ customerAppId, redirectUri, language, currency }: Link) {
    const app = await this.apps.get(customerAppId);
    const settings: Readonly<Record<string, unknown>> = app?.settings ?? {};
    const country = linkCountry(settings, { currency });
    const registered = Array.isArray(settings['redirect_uris']) ? settings['redirect_uris'] : [];
    const isOpen = app?.status === 'ENABLED';
    return {
      settings,
      country,
      /** Language tag for the pages of others. */
      locale: pageLocale(language, country),
      /** Sites that may frame the pages: of the registered redirect URIs and of the link's own. */
      embeddingOrigins: isOpen ? embeddingOrigins([...registered, redirectUri]) : [],
    };
  }
}

const COUNTRY = /^[A-Z]{3}$/;
/** The one currency that implies the country of a link, if the app has none. */
const HONG_KONG = { currency: 'HKD', country: 'HKG' };

/**
 * The country of a link (ISO 3166, three letters): that of the app; otherwise that of the currency,
 * if it matters for the language of the page; otherwise null.
 */
export function linkCountry(
  { country }: Readonly<Record<string, unknown>>,
  { currency }: { readonly currency: string },
): string | null {
  if (typeof country === 'string' && COUNTRY.test(country)) return country;
  return currency === HONG_KONG.currency ? HONG_KONG.country : null;
}

/**
 * The language tag for pages of others that the payer sees: card fields and the bank's page.
 * Chinese is traditional in Hong Kong and simplified everywhere else, as on our own page.
 */
export function pageLocale(language: Language, country: string | null): string {
  if (language !== 'zh') return language;
  return country === 'HKG' ? 'zh-HK' : 'zh-CN';
}
