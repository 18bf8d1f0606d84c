import { Money } from '@towpath/kernel';
import type { ConsentLanguage } from '../consent-language.js';
import type { MandateConsentFacts, MandateWording } from '../mandate-consent.js';
import { en } from './en.js';
import { ko } from './ko.js';
import type { MandateWords } from './mandate-words.js';
import { vi } from './vi.js';
import { writtenAmount, writtenDate } from './written.js';
import { zhHans } from './zh-hans.js';
import { zhHant } from './zh-hant.js';

const WORDS: Readonly<Record<ConsentLanguage, MandateWords>> = {
  en,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
  vi,
};

export const mandateV1: MandateWording = (facts, language) => {
  const words = WORDS[language];
  return [
    words.permission(facts),
    ...limits(facts, language),
    validity(facts, language),
    words.utc,
    words.withoutAsking(facts.merchant),
    words.withdrawal(facts.merchant),
    words.holder,
  ];
};

function limits(facts: MandateConsentFacts, language: ConsentLanguage): (string | null)[] {
  const words = WORDS[language];
  const { limits: agreed, currency } = facts;
  if (!agreed) return [words.noLimit];
  const amount = (minor: number) => writtenAmount(Money.of(minor, currency), language);
  const { maxTransactionAmount, maxPeriodAmount, maxPeriodCount, period } = agreed;
  return [
    words.perPayment(amount(maxTransactionAmount)),
    period && maxPeriodAmount !== null
      ? words.perPeriod(amount(maxPeriodAmount), words.periods[period])
      : null,
    period && maxPeriodCount !== null
      ? words.countPerPeriod(maxPeriodCount, words.periods[period])
      : null,
  ];
}

function validity(facts: MandateConsentFacts, language: ConsentLanguage): string | null {
  const words = WORDS[language];
  const start = facts.startDate && writtenDate(facts.startDate, language);
  const end = facts.endDate && writtenDate(facts.endDate, language);
  if (start && end) return words.fromTo(start, end);
  if (start) return words.from(start);
  return end ? words.until(end) : null;
}
