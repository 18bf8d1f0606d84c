import { useTexts } from '../../shared/i18n/catalogue.js';
import { LANGUAGES, languageOf, type Language } from '../../shared/i18n/languages.js';
import { PAGE_TEXTS } from '../../shared/i18n/page/page-catalogue.js';
import type { MandateState } from './flow/mandate-state.js';
import { MANDATE_TEXTS } from './i18n/mandate-catalogue.js';

const BOTH = {
  load: (language: Language) =>
    Promise.all([PAGE_TEXTS.load(language), MANDATE_TEXTS.load(language)]),
  in: (language: Language) => ({
    texts: PAGE_TEXTS.in(language),
    words: MANDATE_TEXTS.in(language),
  }),
};

/** The texts of the page's language, undefined while they load; English if they do not load. */
export function useMandateTexts(
  state: Pick<MandateState, 'view' | 'trouble'>,
  locales: readonly string[],
) {
  const { language, texts } = useTexts(BOTH, languageFrom(state, locales));
  return { language, texts: texts?.texts, words: texts?.words };
}

/** The language of the consent; the language of the browser for an error without a consent. */
function languageFrom(
  { view, trouble }: Pick<MandateState, 'view' | 'trouble'>,
  locales: readonly string[],
): Language {
  if (view === null && trouble !== null) return languageOf(locales);
  return LANGUAGES.find((language) => language === view?.consent.language) ?? 'en';
}
