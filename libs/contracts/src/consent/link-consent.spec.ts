import { createHash } from 'node:crypto';
import { DATA_PRODUCTS } from '../states/index.js';
import { CONSENT_LANGUAGES, type ConsentLanguage } from './consent.js';
import type { LinkConsentFacts } from './link-consent-facts.js';
import { linkConsent } from './link-consent.js';

const FACTS: LinkConsentFacts = {
  merchant: 'Harbour Books',
  institution: 'Test Bank',
  products: ['accounts', 'online_transactions', 'historical_transactions', 'identity'],
};
const written = (language: ConsentLanguage, changes: Partial<LinkConsentFacts> = {}) =>
  linkConsent({ ...FACTS, ...changes }, { version: 'link-1', language });

describe('the consent to a link', () => {
  it('states who may read which data, for how long, and how the consent ends', () => {
    expect(written('en').statements).toEqual([
      'I allow Harbour Books to read the following at Test Bank: accounts and balances, transactions, name and contact details.',
      'The permission lasts for 365 days at most, or for as long as the institution says.',
      'I can withdraw it at any time with Harbour Books.',
      'The login is mine, and I may share this data.',
    ]);
  });

  it.each(CONSENT_LANGUAGES)('has a name for every product in %s', (language) => {
    const { text } = written(language, { products: [...DATA_PRODUCTS] });
    expect(text).not.toContain('_');
    const [permission = ''] = text.split('\n');
    // Both kinds of transactions are one to users.
    expect(permission.split(/、|, /u)).toHaveLength(DATA_PRODUCTS.length - 1);
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toContain('Harbour Books');
    expect(text).toContain('Test Bank');
  });

  // Evidence names the version: what it said may never change. A new wording is a new version.
  it.each<[ConsentLanguage, string]>([
    ['en', 'e49647cc88330a503a0ea99b756a7507e2bacf8eaf67c31a4c8d0f3cb24d4d65'],
    ['zh-Hant', '004563eef42440848e277bf0396c20ee62f9a9c13359281c282c874a1188fccb'],
    ['zh-Hans', 'dd689a6b6c6ac23abc5821c519c36d73aede0d3b42a943ea66a073baf3b9d8d8'],
    ['ko', 'd7b80157cc30876ae841d9dc9de8fc896aed0b91de4611e18ef6ef00451d33ea'],
    ['vi', '443756b7027ea2462cfee2ff315288e05059bb6cb5a7a29b8e10231247699000'],
  ])('keeps its wording in %s', (language, digest) => {
    const { text } = written(language);
    expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
  });
});
