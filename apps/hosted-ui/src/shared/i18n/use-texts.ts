import { useEffect, useState } from 'preact/hooks';
import type { Catalogue } from './catalogue.js';
import type { Language } from './languages.js';

interface Spoken<T> {
  readonly language: Language;
  /** Undefined while they are fetched. */
  readonly texts: T | undefined;
}

/** The texts of a language; English when they cannot be fetched. */
export function useTexts<T>(catalogue: Catalogue<T>, wanted: Language): Spoken<T> {
  const [failed, setFailed] = useState<Language | null>(null);
  const [, setFetched] = useState<Language>('en');
  useEffect(() => {
    catalogue.load(wanted).then(
      () => setFetched(wanted),
      () => setFailed(wanted),
    );
  }, [wanted]);
  const language = failed === wanted ? 'en' : wanted;
  return { language, texts: catalogue.in(language) };
}
