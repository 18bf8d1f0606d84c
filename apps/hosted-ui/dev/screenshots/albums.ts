import { LANGUAGES } from '../../src/shared/i18n/languages.js';
import type { PageName } from '../fake/fake-site.js';
import type { Entry } from '../walk/gallery.js';
import { LINK_GALLERY } from '../walk/link-gallery.js';
import { MANDATE_GALLERY } from '../walk/mandate-gallery.js';
import { PAY_GALLERY } from '../walk/pay-gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';

/** All screens of one page in one language. */
export interface Album {
  readonly page: PageName;
  readonly speaker: Speaker;
  readonly entries: readonly Entry[];
}

/** Entries that show one language, whoever looks: the albums of the others have them already. */
const OF_ONE_LANGUAGE = /-(zh-hant|zh-hans|ko|vi)(-|$)/;
const FLEETING = /-sending$|^processing$|^success-auto$|^connected-auto$/;

const GALLERIES = {
  pay: PAY_GALLERY,
  mandate: MANDATE_GALLERY.filter(({ name }) => !OF_ONE_LANGUAGE.test(name)),
  link: LINK_GALLERY,
};
export const PAGES = Object.keys(GALLERIES) as PageName[];

/** It goes by itself, so that one visit is good for one picture. */
export const isFleeting = ({ name }: Entry) => FLEETING.test(name);

/** Every screen of every page in every language, alone and in frames of the shop. */
export const ALBUMS: readonly Album[] = LANGUAGES.flatMap((language) => {
  const speaker = speakerOf(language);
  return PAGES.map((page) => ({ page, speaker, entries: GALLERIES[page] }));
});
