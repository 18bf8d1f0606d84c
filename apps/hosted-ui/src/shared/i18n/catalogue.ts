import type { Language } from './languages.js';
import { useEffect, useState } from 'preact/hooks';

/** Loaders of the texts of each language except English. */
type TextLoaders<T> = Readonly<Record<Exclude<Language, 'en'>, () => Promise<T>>>;

/** The texts of a page: English comes with it, the others are fetched when they are needed. */
export class Catalogue<T> {
  private readonly loaded = new Map<Language, T>();

  constructor(
    readonly english: T,
    private readonly loaders: TextLoaders<T>,
  ) {
    this.loaded.set('en', english);
  }

  /** Undefined until `load` has fetched them. */
  in(language: Language): T | undefined {
    return this.loaded.get(language);
  }

  /** Fetches the texts of a language once; rejects when they cannot be fetched. */
  async load(language: Language): Promise<T> {
    const known = this.loaded.get(language);
    if (known || language === 'en') return known ?? this.english;
    const texts = await this.loaders[language]();
    this.loaded.set(language, texts);
    return texts;
  }
}

interface Spoken<T> {
  readonly language: Language;
  /** Undefined while they are fetched. */
  readonly texts: T | undefined;
}

/** The texts of a language; English when they cannot be fetched. */
export function useTexts<T>(
  catalogue: { load(language: Language): Promise<unknown>; in(language: Language): T | undefined },
  wanted: Language,
): Spoken<T> {
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
