import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import type { Language } from '../../src/shared/i18n/languages.js';
import { en } from '../../src/pages/pay/i18n/en.js';
import { ko } from '../../src/pages/pay/i18n/ko.js';
import type { Texts } from '../../src/pages/pay/i18n/texts.js';
import { vi } from '../../src/pages/pay/i18n/vi.js';
import { zhHans } from '../../src/pages/pay/i18n/zh-hans.js';
import { zhHant } from '../../src/pages/pay/i18n/zh-hant.js';
import type { LinkView } from '../../src/pages/link/api/link-view.js';
import { en as enLink } from '../../src/pages/link/i18n/en.js';
import { ko as koLink } from '../../src/pages/link/i18n/ko.js';
import { vi as viLink } from '../../src/pages/link/i18n/vi.js';
import { zhHans as zhHansLink } from '../../src/pages/link/i18n/zh-hans.js';
import { zhHant as zhHantLink } from '../../src/pages/link/i18n/zh-hant.js';
import type { LinkTexts } from '../../src/pages/link/i18n/link-texts.js';
import type { MandateView } from '../../src/pages/mandate/api/mandate-view.js';
import { en as enMandate } from '../../src/pages/mandate/i18n/en.js';
import { ko as koMandate } from '../../src/pages/mandate/i18n/ko.js';
import type { MandateTexts } from '../../src/pages/mandate/i18n/mandate-texts.js';
import { vi as viMandate } from '../../src/pages/mandate/i18n/vi.js';
import { zhHans as zhHansMandate } from '../../src/pages/mandate/i18n/zh-hans.js';
import { zhHant as zhHantMandate } from '../../src/pages/mandate/i18n/zh-hant.js';

export interface Views {
  readonly pay: Partial<HostedView>;
  readonly mandate: Partial<MandateView>;
  readonly link: Partial<LinkView>;
}

/** Somebody who reads one of the page's languages, and the link that such a payer gets. */
export interface Speaker {
  readonly language: Language;
  /** Of the browser. */
  readonly locale: string;
  readonly texts: Texts;
  /** What the mandate page says besides. */
  readonly words: MandateTexts;
  /** What the link page says. */
  readonly linkTexts: LinkTexts;
  /** What each page is about: the same merchant and the same payer. */
  readonly views: Views;
}

const SHARED = { support_url: 'https://merchant.example/help', accent: '#0b6b5d' };
const TERMS = { terms_url: 'https://merchant.example/terms' };

const SPEAKERS: Readonly<
  Record<Language, Omit<Speaker, 'language' | 'views'> & { readonly link: Partial<HostedView> }>
> = {
  en: { locale: 'en-HK', texts: en, words: enMandate, linkTexts: enLink, link: {} },
  'zh-Hant': {
    locale: 'zh-HK',
    texts: zhHant,
    words: zhHantMandate,
    linkTexts: zhHantLink,
    link: {
      language: 'zh',
      country: 'HKG',
      description: '陶藝課程，三月晚間共八堂',
      merchant: { display_name: '海港陶藝工作室', ...SHARED, ...TERMS },
    },
  },
  'zh-Hans': {
    locale: 'zh-SG',
    texts: zhHans,
    words: zhHansMandate,
    linkTexts: zhHansLink,
    link: {
      language: 'zh',
      country: 'SGP',
      currency: 'SGD',
      amount: 24_500,
      description: '陶艺课程，三月晚间共八节',
      merchant: { display_name: '海港陶艺工作室', ...SHARED, ...TERMS },
    },
  },
  ko: {
    locale: 'ko-KR',
    texts: ko,
    words: koMandate,
    linkTexts: koLink,
    link: {
      language: 'ko',
      country: 'KOR',
      currency: 'KRW',
      amount: 245_000,
      description: '도예 강좌, 3월 저녁 8회',
      merchant: { display_name: '하버 도예 공방', ...SHARED, ...TERMS },
    },
  },
  vi: {
    locale: 'vi-VN',
    texts: vi,
    words: viMandate,
    linkTexts: viLink,
    link: {
      language: 'vi',
      country: 'VNM',
      currency: 'VND',
      amount: 4_250_000,
      description: 'Khóa học làm gốm, tám buổi tối trong tháng Ba',
      merchant: { display_name: 'Xưởng gốm Bến Cảng', ...SHARED, ...TERMS },
    },
  },
};

export function speakerOf(language: Language): Speaker {
  const { link: pay, ...speaker } = SPEAKERS[language];
  return {
    language,
    ...speaker,
    views: { pay, mandate: mandateLike(pay), link: accountLike(pay) },
  };
}

/** A mandate for the same merchant and the same payer. */
function mandateLike(link: Partial<HostedView>): Partial<MandateView> {
  const { language, country, merchant, currency, description, amount } = link;
  if (language === undefined) return {};
  const most = amount ?? 124_850;
  const limits = {
    max_transaction_amount: most,
    max_period_amount: 2 * most,
    max_period_count: 2,
    period: 'MONTHLY',
  } as const;
  return {
    language,
    country: country ?? null,
    ...(merchant && { merchant, recipient: { name: merchant.display_name } }),
    mandate_details: {
      currency: currency ?? 'HKD',
      description: description ?? null,
      transaction_limits: limits,
      start_date: '2026-12-01',
      end_date: '2027-11-30',
    },
  };
}

/** A link of an account for the same merchant and the same user. */
function accountLike({ language, country, merchant }: Partial<HostedView>): Partial<LinkView> {
  return {
    ...(language !== undefined && { language, country: country ?? null }),
    ...(merchant && { merchant }),
  };
}
