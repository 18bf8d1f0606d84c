import { MANDATE_TEXTS } from './mandate/i18n/mandate-catalogue.js';
import { LANGUAGES, type Language } from '../shared/i18n/languages.js';
import { PAY_TEXTS } from './pay/i18n/pay-catalogue.js';
import type { StatusTexts } from '../shared/i18n/page/en.js';

/** What a payer reads for money that moved or did not, or for a mandate that was set up or not. */
const MONEY: Readonly<Record<Language, RegExp>> = {
  en: /\b(charged|money|set up|sets nothing up)\b/i,
  'zh-Hant': /收費|款項|設定/,
  'zh-Hans': /扣款|款项|设置/,
  ko: /청구|돈|등록/,
  vi: /trừ tiền|khoản tiền|thiết lập/i,
};

const bodyOf = ({ body }: StatusTexts) => body('Merchant');

/**
 * A failed attempt and a dead link have a line of their own about the money. Every other trouble
 * says it in its own words.
 */
describe.each(LANGUAGES)('every error text in %s', (language) => {
  it('on the payment page says whether money moved', async () => {
    const texts = await PAY_TEXTS.load(language);
    const { invalidLink, sessionEnded, noMethod, offline, server, rateLimited } = texts;
    const pages = { invalidLink, sessionEnded, noMethod, offline, server, rateLimited };
    const shown = [
      ...Object.entries(pages).map(([name, words]) => [name, bodyOf(words)] as const),
      ...Object.entries(texts.cardForm.notices),
      ...Object.entries(texts.moneyMoved).map(([name, say]) => [name, say('Merchant')] as const),
    ];
    expect(shown.filter(([, text]) => !MONEY[language].test(text))).toEqual([]);
  });

  it('on the mandate page says whether anything was set up or taken', async () => {
    const texts = await MANDATE_TEXTS.load(language);
    const { invalidLink, sessionEnded, offline, server, rateLimited } = texts;
    const pages = { invalidLink, sessionEnded, offline, server, rateLimited };
    const shown = [
      ...Object.entries(pages).map(([name, words]) => [name, bodyOf(words)] as const),
      ...Object.entries(texts.notices),
      ['nothingCollected', texts.nothingCollected] as const,
    ];
    expect(shown.filter(([, text]) => !MONEY[language].test(text))).toEqual([]);
  });
});
