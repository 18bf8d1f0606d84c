import type { Language } from './payment-link-terms.js';

/**
 * The language tag for pages of others that the payer sees: card fields and the bank's page.
 * Chinese is traditional in Hong Kong and simplified everywhere else, as on our own page.
 */
export function pageLocale(language: Language, country: string | null): string {
  if (language !== 'zh') return language;
  return country === 'HKG' ? 'zh-HK' : 'zh-CN';
}
