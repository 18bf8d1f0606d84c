import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import { CustomerAppViews } from '@towpath/persistence';
import type { PaymentLink } from './payment-link.js';
import type { Language } from './payment-link.table.js';

/** Settings of the customer app for the pages of a link. */
interface PageContext {
  readonly settings: Readonly<Record<string, unknown>>;
  /** ISO 3166, three letters; null if unknown. */
  readonly country: string | null;
  /** Language tag for the pages of others. */
  readonly locale: string;
  /** Sites that may frame the pages: of the registered redirect URIs and of the link's own. */
  readonly embeddingOrigins: readonly string[];
}

/** Reads a copy that is at most a second old: nothing here belongs into a transaction. */
@Injectable()
export class PageContextReads {
  constructor(private readonly apps: CustomerAppViews) {}

  async of({ snapshot }: PaymentLink): Promise<PageContext> {
    const app = await this.apps.get(snapshot.customerAppId);
    const settings = app?.settings ?? {};
    const country = linkCountry(settings, snapshot);
    const registered = Array.isArray(settings['redirect_uris']) ? settings['redirect_uris'] : [];
    const isOpen = app?.status === 'ENABLED';
    return {
      settings,
      country,
      locale: pageLocale(snapshot.language, country),
      embeddingOrigins: isOpen ? embeddingOrigins([...registered, snapshot.redirectUri]) : [],
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
