import { Catalogue } from '../../../shared/i18n/catalogue.js';
import { LANGUAGES } from '../../../shared/i18n/languages.js';
import type { MandateView } from '../api/mandate-view.js';
import { en } from './en.js';

/** Every text of the mandate page. */
export const MANDATE_TEXTS = new Catalogue(en, {
  'zh-Hant': async () => (await import('./zh-hant.js')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.js')).zhHans,
  ko: async () => (await import('./ko.js')).ko,
  vi: async () => (await import('./vi.js')).vi,
});

/** The page speaks the language of the consent. */
export const SPEECH = {
  catalogue: MANDATE_TEXTS,
  languageFor: (view: MandateView | null) =>
    LANGUAGES.find((language) => language === view?.consent.language) ?? 'en',
};
