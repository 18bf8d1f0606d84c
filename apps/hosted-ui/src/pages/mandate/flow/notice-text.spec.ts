import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { MANDATE_TEXTS } from '../i18n/mandate-catalogue.js';
import { MANDATE_NOTICES } from './mandate-state.js';
import { MANDATE_FAILURES, nextAfter, noticeText } from './failure-of.js';

const ANOTHER = /another (bank|one)|ngân hàng khác|다른 은행|其他(银行|銀行)/;

describe('a notice for a payer whose bank is fixed', () => {
  it.each(LANGUAGES)('suggests no other bank in %s', async (language) => {
    const words = await MANDATE_TEXTS.load(language);
    const told = (fixed: boolean) =>
      MANDATE_NOTICES.filter((notice) =>
        ANOTHER.test(noticeText(notice, words, { institution_fixed: fixed })),
      );
    expect(told(false)).toEqual(['bank_down', 'bank_not_offered']);
    expect(told(true)).toEqual([]);
    expect(noticeText('credentials', words, { institution_fixed: true })).toBe(
      words.notices.credentials,
    );
  });
});

describe('the next step for a payer whose bank is fixed', () => {
  it.each(LANGUAGES)('suggests no other bank in %s', async (language) => {
    const words = await MANDATE_TEXTS.load(language);
    const told = (fixed: boolean) =>
      MANDATE_FAILURES.filter((failure) =>
        ANOTHER.test(nextAfter(failure, words, { institution_fixed: fixed })('Shop')),
      );
    expect(told(false)).toEqual(['UNAVAILABLE']);
    expect(told(true)).toEqual([]);
    expect(nextAfter('UNAVAILABLE', words, { institution_fixed: true })('Shop')).toContain('Shop');
  });
});
