import { Money } from '@towpath/kernel';
import type { ConsentLanguage } from '../consent.js';
import type { MandateConsentFacts, MandateWording } from '../mandate-consent-facts.js';
import { en } from './en.js';
import { ko } from './ko.js';
import type { MandateWords } from './mandate-words.js';
import { vi } from './vi.js';
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

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;

/** An amount with its ISO code: `HKD 1,248.50`, in Vietnamese `1.248,50 HKD`. */
function writtenAmount(money: Money, language: ConsentLanguage): string {
  const [major = '', minor] = money.toDecimal().split('.');
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const grouped = major.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const number = minor === undefined ? grouped : `${grouped}${point}${minor}`;
  return language === 'vi' ? `${number} ${money.currency}` : `${money.currency} ${number}`;
}

/** A calendar day that is given as `2026-11-21`. */
function writtenDate(date: string, language: ConsentLanguage): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  switch (language) {
    case 'en':
      return `${day} ${MONTHS[month - 1] ?? ''} ${year}`;
    case 'zh-Hant':
    case 'zh-Hans':
      return `${year}年${month}月${day}日`;
    case 'ko':
      return `${year}년 ${month}월 ${day}일`;
    case 'vi':
      return `ngày ${day} tháng ${month} năm ${year}`;
  }
}
