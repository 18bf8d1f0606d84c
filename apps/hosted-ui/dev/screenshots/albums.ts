import type { BrowserContext, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/shared/i18n/languages.js';
import type { FakeSite } from '../fake/fake-site.js';
import type { Shop } from '../fake/shop.js';
import {
  FRAMED_MANDATES,
  FRAMED_PAYMENTS,
  visitFramedMandate,
  visitFramedPayment,
} from '../walk/framed-gallery.js';
import { GALLERY } from '../walk/gallery.js';
import { LINK_GALLERY, visitLink } from '../walk/link-gallery.js';
import { MANDATE_GALLERY } from '../walk/mandate-gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';
import { visitMandate } from '../walk/visit-mandate.js';
import { visit } from '../walk/visit.js';

export const PAGES = ['pay', 'mandate', 'link'] as const;

/** A screen, and the way to it in a tab of its own. */
export interface Entry {
  readonly name: string;
  /** It goes by itself, so that one visit is good for one picture. */
  readonly fleeting: boolean;
  readonly open: (context: BrowserContext) => Promise<{ readonly page: Page }>;
}

/** All screens of one page in one language. */
export interface Album {
  readonly page: (typeof PAGES)[number];
  readonly speaker: Speaker;
  readonly entries: readonly Entry[];
}

/** Entries that show one language, whoever looks: the albums of the others have them already. */
const OF_ONE_LANGUAGE = /-(zh-hant|zh-hans|ko|vi)(-|$)/;

const FLEETING = /-sending$|^processing$|^success-auto$|^connected-auto$/;

/** Every screen of both pages in every language, alone and in frames of the shop. */
export function albums(site: FakeSite, shop: Shop): Album[] {
  return LANGUAGES.flatMap((language): Album[] => {
    const speaker = speakerOf(language);
    const payments = GALLERY.map((entry) => ({
      name: entry.name,
      fleeting: FLEETING.test(entry.name),
      open: (context: BrowserContext) => visit(entry, { site, context, speaker }),
    }));
    const mandates = MANDATE_GALLERY.filter(({ name }) => !OF_ONE_LANGUAGE.test(name)).map(
      (entry) => ({
        name: entry.name,
        fleeting: FLEETING.test(entry.name),
        open: (context: BrowserContext) => visitMandate(entry, { site, context, speaker }),
      }),
    );
    const links = LINK_GALLERY.map((entry) => ({
      name: entry.name,
      fleeting: FLEETING.test(entry.name),
      open: (context: BrowserContext) => visitLink(entry, { site, context, speaker }),
    }));
    const framedPayments = FRAMED_PAYMENTS.map((entry) => ({
      name: entry.name,
      fleeting: false,
      open: (context: BrowserContext) =>
        visitFramedPayment(entry, { site, shop, context, speaker }),
    }));
    const framedMandates = FRAMED_MANDATES.map((entry) => ({
      name: entry.name,
      fleeting: false,
      open: (context: BrowserContext) =>
        visitFramedMandate(entry, { site, shop, context, speaker }),
    }));
    return [
      { page: 'pay', speaker, entries: [...payments, ...framedPayments] },
      { page: 'mandate', speaker, entries: [...mandates, ...framedMandates] },
      { page: 'link', speaker, entries: links },
    ];
  });
}
