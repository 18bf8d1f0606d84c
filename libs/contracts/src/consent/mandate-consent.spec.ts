import { createHash } from 'node:crypto';
import { CONSENT_LANGUAGES, consentLanguage } from './consent-language.js';
import {
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
  type MandateConsentFacts,
} from './mandate-consent.js';

const FACTS: MandateConsentFacts = {
  merchant: 'Harbour Books',
  institution: 'Test Bank',
  description: 'Monthly membership',
  currency: 'HKD',
  limits: {
    maxTransactionAmount: 124_850,
    maxPeriodAmount: 1_000_000,
    maxPeriodCount: 4,
    period: 'MONTHLY',
  },
  startDate: '2026-11-21',
  endDate: '2027-11-20',
};
const english = (changes: Partial<MandateConsentFacts>) =>
  mandateConsent({ ...FACTS, ...changes }, { version: 'mandate-1', language: 'en' }).statements;

describe('the consent to a mandate', () => {
  it('states who may collect, how much, how often and when', () => {
    expect(english({})).toEqual([
      'I allow Harbour Books to collect payments from my account at Test Bank by direct debit (Monthly membership).',
      'A single payment is never more than HKD 1,248.50.',
      'All payments of one calendar month together are never more than HKD 10,000.00.',
      'There are at most 4 payments in a calendar month.',
      'Payments may be collected from 21 November 2026 to 20 November 2027, both days included.',
      'Days and periods are counted in Coordinated Universal Time (UTC).',
      'Harbour Books does not have to ask me before each payment.',
      'I can withdraw this permission at any time, with my bank or with Harbour Books.',
      'I am the holder of the account, or may sign for it alone.',
    ]);
  });

  it('says so where nothing was agreed', () => {
    const bare = english({ limits: null, endDate: null, description: null, institution: null });
    expect(bare.slice(0, 3)).toEqual([
      'I allow Harbour Books to collect payments from my account at my bank by direct debit.',
      'No highest amount was agreed.',
      'Payments may be collected from 21 November 2026 until I withdraw this permission.',
    ]);
  });

  it('states no period that has no limit', () => {
    const limits = { maxTransactionAmount: 1, maxPeriodAmount: null, maxPeriodCount: null };
    expect(english({ limits: { ...limits, period: null } })).toHaveLength(7);
    expect(english({ limits: { ...limits, maxPeriodCount: 1, period: 'WEEKLY' } })).toContain(
      'There is at most one payment in a calendar week.',
    );
  });

  it.each([
    ['JPY', 'A single payment is never more than JPY 1,234,567.'],
    ['KWD', 'A single payment is never more than KWD 1,234.567.'],
  ])('writes amounts in the decimals of %s', (currency, statement) => {
    const limits = { ...FACTS.limits, maxTransactionAmount: 1_234_567 };
    expect(english({ currency, limits: limits as MandateConsentFacts['limits'] })).toContain(
      statement,
    );
  });

  // Evidence names the version: what it said may never change. A new wording is a new version.
  it.each([
    ['en', 'c6259c6fb00339fd8942ee4fedd03916039b777ba857ecad465316d46523231d'],
    ['zh-Hant', 'caf921f171276e62cc32e693b881e4d9d0185dfa374275885131059dc81ee4ba'],
    ['zh-Hans', '1c2428f5b60cda7eb87d54d2bcdd053f6340d5f6fbcc9cd43e71d607a795fd69'],
    ['ko', '4b8c4b57566aff33ecbe5d98ed46158256e7eeee8e0d6a0fafb4c7971e8d5a69'],
    ['vi', '9217459774254ba36290d9894ab952dc50d7a04b03105de2ec97348e25c53f51'],
  ] as const)('mandate-1 in %s says for ever what it says', (language, digest) => {
    const { text } = mandateConsent(FACTS, { version: 'mandate-1', language });
    expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
  });

  it.each(CONSENT_LANGUAGES)('names every fact in %s', (language) => {
    const { text } = mandateConsent(FACTS, { version: CURRENT_MANDATE_CONSENT, language });
    for (const fact of [
      'Harbour Books',
      'Test Bank',
      'Monthly membership',
      'HKD',
      '2026',
      '2027',
    ]) {
      expect(text).toContain(fact);
    }
  });
});

describe('the language of a consent', () => {
  it.each([
    ['en', undefined, undefined, 'en'],
    ['EN-hk', 'HKG', undefined, 'en'],
    ['zh', 'HKG', 'USD', 'zh-Hant'],
    ['zh', 'SGP', 'HKD', 'zh-Hans'],
    ['zh', undefined, 'HKD', 'zh-Hant'],
    ['zh', undefined, 'CNY', 'zh-Hans'],
    ['zh-Hant', 'SGP', undefined, 'zh-Hant'],
    ['ko', undefined, 'KRW', 'ko'],
    ['vi', undefined, undefined, 'vi'],
    ['fr', 'HKG', undefined, 'en'],
    [undefined, undefined, undefined, 'en'],
  ])('%s in %s paying %s is %s', (language, country, currency, expected) => {
    expect(consentLanguage({ language, country, currency })).toBe(expected);
  });
});
