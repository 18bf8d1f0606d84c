import {
  CONSENT_LANGUAGES,
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
} from '@towpath/contracts/consent';
import { paragraphsOf } from './statement-text.js';

const facts = {
  merchant: 'Harbour 24 Studio',
  institution: 'Test Bank',
  description: null,
  currency: 'HKD',
  limits: {
    maxTransactionAmount: 124_850,
    maxPeriodAmount: 1_000_000,
    maxPeriodCount: 4,
    period: 'MONTHLY',
  },
  startDate: '2026-11-21',
  endDate: null,
} as const;

const PIECES = {
  en: ['HKD 1,248.50', 'HKD 10,000.00', '21 November 2026'],
  'zh-Hant': ['HKD 1,248.50', 'HKD 10,000.00', '2026年11月21日'],
  'zh-Hans': ['HKD 1,248.50', 'HKD 10,000.00', '2026年11月21日'],
  ko: ['HKD 1,248.50', 'HKD 10,000.00', '2026년 11월 21일'],
  vi: ['1.248,50 HKD', '10.000,00 HKD', 'ngày 21 tháng 11 năm 2026'],
};

describe('the paragraphs of a consent', () => {
  it.each(CONSENT_LANGUAGES)(
    'keep amounts and days unbroken, and lose no word, in %s',
    (language) => {
      const { text } = mandateConsent(facts, { version: CURRENT_MANDATE_CONSENT, language });
      const paragraphs = paragraphsOf(text);
      expect(paragraphs.map((parts) => parts.join('')).join('\n')).toBe(text);
      const pieces = paragraphs.flatMap((parts) => parts.filter((_, index) => index % 2 === 1));
      expect(pieces).toEqual(PIECES[language]);
    },
  );
});
