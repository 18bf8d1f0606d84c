import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, languageOf, type Language } from '../../shared/i18n/languages.js';
import { PAGE_TEXTS } from '../../shared/i18n/page/page-catalogue.js';
import type { PageTexts } from '../../shared/i18n/page/page-texts.js';
import type { MandateState } from './flow/mandate-state.js';
import { MANDATE_TEXTS } from './i18n/mandate-catalogue.js';
import type { MandateTexts } from './i18n/mandate-texts.js';

interface Spoken {
  readonly language: Language;
  /** Undefined while they are fetched. */
  readonly texts: PageTexts | undefined;
  readonly words: MandateTexts | undefined;
}

/** The texts of the page's language; English when they cannot be fetched. */
export function useMandateTexts(
  state: Pick<MandateState, 'view' | 'trouble'>,
  locales: readonly string[],
): Spoken {
  const wanted = languageFrom(state, locales);
  const [failed, setFailed] = useState<Language | null>(null);
  const [, setFetched] = useState<Language>('en');
  useEffect(() => {
    Promise.all([PAGE_TEXTS.load(wanted), MANDATE_TEXTS.load(wanted)]).then(
      () => setFetched(wanted),
      () => setFailed(wanted),
    );
  }, [wanted]);
  const language = failed === wanted ? 'en' : wanted;
  return { language, texts: PAGE_TEXTS.in(language), words: MANDATE_TEXTS.in(language) };
}

/** The language of the consent; the language of the browser for an error without a consent. */
function languageFrom(
  { view, trouble }: Pick<MandateState, 'view' | 'trouble'>,
  locales: readonly string[],
): Language {
  if (view === null && trouble !== null) return languageOf(locales);
  return LANGUAGES.find((language) => language === view?.consent.language) ?? 'en';
}
