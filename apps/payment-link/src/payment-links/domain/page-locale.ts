import type { PaymentLinkTerms } from './payment-link-terms.js';

/** Currencies of places where Chinese is written in traditional characters. */
const TRADITIONAL: Readonly<Record<string, string>> = { HKD: 'zh-HK', MOP: 'zh-MO', TWD: 'zh-TW' };

/** The language tag for pages of others that the payer sees: card fields and the bank's page. */
export function pageLocale({ currency, customizations }: PaymentLinkTerms): string {
  const { language } = customizations;
  return language === 'zh' ? (TRADITIONAL[currency] ?? 'zh-CN') : language;
}
