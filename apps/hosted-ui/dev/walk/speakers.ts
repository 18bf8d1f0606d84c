import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import { LINK_TEXTS } from '../../src/pages/link/i18n/link-catalogue.js';
import type { LinkTexts } from '../../src/pages/link/i18n/en.js';
import { MANDATE_TEXTS } from '../../src/pages/mandate/i18n/mandate-catalogue.js';
import type { MandateTexts } from '../../src/pages/mandate/i18n/en.js';
import { PAY_TEXTS } from '../../src/pages/pay/i18n/pay-catalogue.js';
import type { Texts } from '../../src/pages/pay/i18n/en.js';
import { LANGUAGES, type Language } from '../../src/shared/i18n/languages.js';
import type { ViewOf } from '../fake/fake-site.js';
import { MERCHANT } from '../fake/merchant.js';

/** What each page is about: the same merchant and the same payer. */
type Views = { readonly [Page in keyof ViewOf]: Partial<ViewOf[Page]> };

/** What each page says. */
export interface TextsOf {
  readonly pay: Texts;
  readonly mandate: MandateTexts;
  readonly link: LinkTexts;
}

/** Somebody who reads one of the page's languages, and the link that such a payer gets. */
export interface Speaker {
  readonly language: Language;
  /** Of the browser. */
  readonly locale: string;
  readonly texts: TextsOf;
  readonly views: Views;
}

type Order = Required<
  Pick<HostedView, 'language' | 'country' | 'currency' | 'amount' | 'description'>
> & { readonly merchant: string };

/** English speakers get the link of the scenario as it is. */
const ORDERS: Readonly<Record<Language, readonly [locale: string, order: Order | null]>> = {
  en: ['en-HK', null],
  'zh-Hant': [
    'zh-HK',
    {
      language: 'zh',
      country: 'HKG',
      currency: 'HKD',
      amount: 124_850,
      description: '陶藝課程，三月晚間共八堂',
      merchant: '海港陶藝工作室',
    },
  ],
  'zh-Hans': [
    'zh-SG',
    {
      language: 'zh',
      country: 'SGP',
      currency: 'SGD',
      amount: 24_500,
      description: '陶艺课程，三月晚间共八节',
      merchant: '海港陶艺工作室',
    },
  ],
  ko: [
    'ko-KR',
    {
      language: 'ko',
      country: 'KOR',
      currency: 'KRW',
      amount: 245_000,
      description: '도예 강좌, 3월 저녁 8회',
      merchant: '하버 도예 공방',
    },
  ],
  vi: [
    'vi-VN',
    {
      language: 'vi',
      country: 'VNM',
      currency: 'VND',
      amount: 4_250_000,
      description: 'Khóa học làm gốm, tám buổi tối trong tháng Ba',
      merchant: 'Xưởng gốm Bến Cảng',
    },
  ],
};

function viewsOf({ merchant: display_name, ...order }: Order): Views {
  const { language, country, currency, amount, description } = order;
  const merchant = { ...MERCHANT, display_name };
  const transaction_limits = {
    max_transaction_amount: amount,
    max_period_amount: 2 * amount,
    max_period_count: 2,
    period: 'MONTHLY',
  } as const;
  const dates = { start_date: '2026-12-01', end_date: '2027-11-30' };
  const mandate_details = { currency, description, transaction_limits, ...dates };
  const common = { language, country, merchant };
  return {
    pay: { ...order, merchant },
    mandate: { ...common, recipient: { name: display_name }, mandate_details },
    link: common,
  };
}

async function speaker(language: Language): Promise<[Language, Speaker]> {
  const [locale, order] = ORDERS[language];
  const views = order ? viewsOf(order) : { pay: {}, mandate: {}, link: {} };
  const texts = {
    pay: await PAY_TEXTS.load(language),
    mandate: await MANDATE_TEXTS.load(language),
    link: await LINK_TEXTS.load(language),
  };
  return [language, { language, locale, texts, views }];
}

const SPEAKERS = new Map(await Promise.all(LANGUAGES.map(speaker)));

export function speakerOf(language: Language): Speaker {
  const known = SPEAKERS.get(language);
  if (!known) throw new Error(`nobody speaks ${language}`);
  return known;
}
