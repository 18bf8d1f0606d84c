import type { Language } from './languages.js';

/** The texts of a page: English comes with it, the others are fetched when they are needed. */
export class Catalogue<T> {
  private readonly loaded = new Map<Language, T>();

  constructor(
    readonly english: T,
    private readonly loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<T>>>,
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
