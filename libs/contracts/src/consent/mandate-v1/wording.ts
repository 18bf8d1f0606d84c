import { Money } from '@towpath/kernel';
import type { ConsentLanguage } from '../consent-language.js';
import type { MandateConsentFacts, MandateWording } from '../mandate-consent-facts.js';
import { en } from './en.js';
import { ko } from './ko.js';
import type { MandateWords } from './mandate-words.js';
import { vi } from './vi.js';
import { writtenAmount, writtenDate } from './written.js';
import { zhHans } from './zh-hans.js';
import { zhHant } from './zh-hant.js';

type Vocabulary = Readonly<Record<ConsentLanguage, MandateWords>>;

const WORDS: Vocabulary = {
  en,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
  vi,
};

/** The statements of the first version, in words that a later one may have changed. */
export function wordingWith(vocabulary: Vocabulary): MandateWording {
  return (facts, language) => {
    const words = vocabulary[language];
    return [
      words.permission(facts),
      ...limits(facts, { words, language }),
      validity(facts, { words, language }),
      words.utc,
      words.withoutAsking(facts.merchant),
      words.withdrawal(facts.merchant),
      words.holder,
    ];
  };
}

export const mandateV1 = wordingWith(WORDS);

interface Spoken {
  readonly words: MandateWords;
  readonly language: ConsentLanguage;
}

function limits(facts: MandateConsentFacts, { words, language }: Spoken): (string | null)[] {
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

function validity(facts: MandateConsentFacts, { words, language }: Spoken): string | null {
  const start = facts.startDate && writtenDate(facts.startDate, language);
  const end = facts.endDate && writtenDate(facts.endDate, language);
  if (start && end) return words.fromTo(start, end);
  if (start) return words.from(start);
  return end ? words.until(end) : null;
}
