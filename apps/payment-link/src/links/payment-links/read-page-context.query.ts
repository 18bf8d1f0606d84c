import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import { CustomerAppViews } from '@towpath/persistence';
import { linkCountry } from './domain/link-country.js';
import { pageLocale } from './domain/page-locale.js';
import type { PaymentLink } from './domain/payment-link.js';

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
export class ReadPageContext {
  constructor(private readonly apps: CustomerAppViews) {}

  async execute({ snapshot, terms }: PaymentLink): Promise<PageContext> {
    const app = await this.apps.get(snapshot.customerAppId);
    const settings = app?.settings ?? {};
    const country = linkCountry(settings, terms);
    const { language, redirectUri } = terms.customizations;
    const registered = Array.isArray(settings['redirect_uris']) ? settings['redirect_uris'] : [];
    const isOpen = app?.status === 'ENABLED';
    return {
      settings,
      country,
      locale: pageLocale(language, country),
      embeddingOrigins: isOpen ? embeddingOrigins([...registered, redirectUri]) : [],
    };
  }
}
