import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, loadTexts, textsIn, type Language } from '../i18n/catalogue.js';
import type { Texts } from '../i18n/texts.js';
import type { MandateView } from './api/mandate-view.js';
import { loadMandateTexts, mandateTextsIn } from './i18n/mandate-catalogue.js';
import type { MandateTexts } from './i18n/mandate-texts.js';

interface Spoken {
  readonly language: Language;
  /** Undefined while they are fetched. */
  readonly texts: Texts | undefined;
  readonly words: MandateTexts | undefined;
}

/** The texts of the language that the consent is in; English when they cannot be fetched. */
export function useMandateTexts(view: Pick<MandateView, 'consent'> | null): Spoken {
  const wanted = LANGUAGES.find((language) => language === view?.consent.language) ?? 'en';
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
