import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { MANDATE_TEXTS } from '../i18n/mandate-catalogue.js';
import type { MandateNotice } from './mandate-state.js';
import { nextAfter, noticeText } from './failure-of.js';

const ANOTHER = /another (bank|one)|ngân hàng khác|다른 은행|其他(银行|銀行)/;

describe('a notice for a payer whose bank is fixed', () => {
  it.each(LANGUAGES)('suggests no other bank in %s', async (language) => {
    const words = await MANDATE_TEXTS.load(language);
    const suggested = (fixed: boolean) =>
      (Object.keys(words.notices) as MandateNotice[]).filter((notice) =>
        ANOTHER.test(noticeText(notice, words, { institution_fixed: fixed })),
      );
    expect(suggested(false)).toEqual(['bank_down', 'bank_not_offered']);
    expect(suggested(true)).toEqual([]);
    expect(noticeText('credentials', words, { institution_fixed: true })).toBe(
      words.notices.credentials,
    );
  });
});

describe('the next step for a payer whose bank is fixed', () => {
  it.each(LANGUAGES)('suggests no other bank in %s', async (language) => {
    const words = await MANDATE_TEXTS.load(language);
    const suggested = (fixed: boolean) =>
      (Object.keys(words.failed) as (keyof typeof words.failed)[]).filter((failure) =>
        ANOTHER.test(nextAfter(failure, words, { institution_fixed: fixed })('Shop')),
      );
    expect(suggested(false)).toEqual(['UNAVAILABLE']);
    expect(suggested(true)).toEqual([]);
    expect(nextAfter('UNAVAILABLE', words, { institution_fixed: true })('Shop')).toContain('Shop');
  });
});
