import { Catalogue } from '../catalogue.js';
import { en } from './en.js';

/** The texts of every hosted page. */
export const PAGE_TEXTS = new Catalogue(en, {
  'zh-Hant': async () => (await import('./zh-hant.js')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.js')).zhHans,
  ko: async () => (await import('./ko.js')).ko,
  vi: async () => (await import('./vi.js')).vi,
});
