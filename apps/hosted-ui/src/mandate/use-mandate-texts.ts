import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, languageOf, loadTexts, textsIn, type Language } from '../i18n/catalogue.js';
import type { Texts } from '../i18n/texts.js';
import type { MandateState } from './flow/mandate-state.js';
import { loadMandateTexts, mandateTextsIn } from './i18n/mandate-catalogue.js';
import type { MandateTexts } from './i18n/mandate-texts.js';

interface Spoken {
  readonly language: Language;
  /** Undefined while they are fetched. */
  readonly texts: Texts | undefined;
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
    Promise.all([loadTexts(wanted), loadMandateTexts(wanted)]).then(
      () => setFetched(wanted),
      () => setFailed(wanted),
    );
  }, [wanted]);
  const language = failed === wanted ? 'en' : wanted;
  return { language, texts: textsIn(language), words: mandateTextsIn(language) };
}

/** The consent's; that of the browser when there is a trouble to tell and no consent to tell it by. */
function languageFrom(
  { view, trouble }: Pick<MandateState, 'view' | 'trouble'>,
  locales: readonly string[],
): Language {
  if (view === null && trouble !== null) return languageOf(locales);
  return LANGUAGES.find((language) => language === view?.consent.language) ?? 'en';
}
