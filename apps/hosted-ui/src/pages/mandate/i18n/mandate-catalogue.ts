import { Catalogue } from '../../../shared/i18n/catalogue.js';
import { en } from './en.js';

/** The texts of the mandate page beside those of every page. */
export const MANDATE_TEXTS = new Catalogue(en, {
  'zh-Hant': async () => (await import('./zh-hant.js')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.js')).zhHans,
  ko: async () => (await import('./ko.js')).ko,
  vi: async () => (await import('./vi.js')).vi,
});
