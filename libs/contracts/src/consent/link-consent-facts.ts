import type { ConsentLanguage } from './consent.js';

/** The facts of one link in the text of a consent. */
export interface LinkConsentFacts {
  /** Name of the merchant, as the page shows it. */
  readonly merchant: string;
  readonly institution: string;
  /** Keys of `product_status`, in the order of the interface. */
  readonly products: readonly string[];
}

export type LinkWording = (facts: LinkConsentFacts, language: ConsentLanguage) => readonly string[];
