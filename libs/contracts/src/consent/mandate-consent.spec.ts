import { createHash } from 'node:crypto';
import { CONSENT_LANGUAGES, consentLanguage, type ConsentLanguage } from './consent.js';
import type { MandateConsentFacts } from './mandate-consent-facts.js';
import {
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
  type MandateConsentVersion,
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

const digestOf = (
  version: MandateConsentVersion,
  language: ConsentLanguage,
  changes: Partial<MandateConsentFacts> = {},
) => {
  const { text } = mandateConsent({ ...FACTS, ...changes }, { version, language });
  return createHash('sha256').update(text).digest('hex');
};

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

  it('states that no limit was agreed where there is none', () => {
    const bare = english({ limits: null, endDate: null, description: null, institution: null });
    expect(bare.slice(0, 3)).toEqual([
      'I allow Harbour Books to collect payments from my account at my bank by direct debit.',
      'No highest amount was agreed.',
      'Payments may be collected from 21 November 2026 until I withdraw this permission.',
    ]);
  });

  it('states no period without a limit', () => {
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
  ] as const)('keeps the wording of mandate-1 in %s', (language, digest) => {
    expect(digestOf('mandate-1', language)).toBe(digest);
  });

  it.each([
    ['zh-Hant', '46c8ede196181b2e823728f49acf6e0764e539d48496df579d4b74883cfa9f1a'],
    ['zh-Hans', '56d59783bc99d7a871c9a7f80b41f4f0e64153b2733a15ff2f8be78e0eb3c42b'],
  ] as const)('keeps the wording of mandate-2 in %s', (language, digest) => {
    const chinese = { merchant: '海港陶藝', institution: '測試銀行' };
    expect(digestOf('mandate-2', language, chinese)).toBe(digest);
  });

  it.each(CONSENT_LANGUAGES)('keeps the wording of mandate-2 in %s for Latin names', (language) => {
    expect(digestOf('mandate-2', language)).toBe(digestOf('mandate-1', language));
  });

  it.each([
    [
      { merchant: 'Harbour Books', institution: 'Test Bank' },
      '本人授權 Harbour Books 以直接付款方式，從本人於 Test Bank 的戶口收取款項。',
      'Harbour Books 無需在每次收款前徵求本人同意。',
      '本人可隨時向銀行或 Harbour Books 撤回此授權。',
    ],
    [
      { merchant: '海港 陶藝', institution: '測試銀行' },
      '本人授權海港 陶藝以直接付款方式，從本人於測試銀行的戶口收取款項。',
      '海港 陶藝無需在每次收款前徵求本人同意。',
      '本人可隨時向銀行或海港 陶藝撤回此授權。',
    ],
    [
      { merchant: '海港 Books', institution: null },
      '本人授權海港 Books 以直接付款方式，從本人於銀行的戶口收取款項。',
      '海港 Books 無需在每次收款前徵求本人同意。',
      '本人可隨時向銀行或海港 Books 撤回此授權。',
    ],
  ])('mandate-2 spaces the names %j as Chinese is written', (names, ...expected) => {
    const facts = { ...FACTS, ...names, description: null };
    const { statements } = mandateConsent(facts, { version: 'mandate-2', language: 'zh-Hant' });
    expect(statements).toEqual(expect.arrayContaining(expected));
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
