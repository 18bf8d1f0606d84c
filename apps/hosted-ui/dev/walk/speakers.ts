import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import type { Language } from '../../src/shared/i18n/languages.js';
import { en } from '../../src/pages/pay/i18n/en.js';
import { ko } from '../../src/pages/pay/i18n/ko.js';
import type { Texts } from '../../src/pages/pay/i18n/texts.js';
import { vi } from '../../src/pages/pay/i18n/vi.js';
import { zhHans } from '../../src/pages/pay/i18n/zh-hans.js';
import { zhHant } from '../../src/pages/pay/i18n/zh-hant.js';
import type { MandateView } from '../../src/pages/mandate/api/mandate-view.js';
import { en as enMandate } from '../../src/pages/mandate/i18n/en.js';
import { ko as koMandate } from '../../src/pages/mandate/i18n/ko.js';
import type { MandateTexts } from '../../src/pages/mandate/i18n/mandate-texts.js';
import { vi as viMandate } from '../../src/pages/mandate/i18n/vi.js';
import { zhHans as zhHansMandate } from '../../src/pages/mandate/i18n/zh-hans.js';
import { zhHant as zhHantMandate } from '../../src/pages/mandate/i18n/zh-hant.js';

/** Somebody who reads one of the page's languages, and the link that such a payer gets. */
export interface Speaker {
  readonly language: Language;
  /** Of the browser. */
  readonly locale: string;
  readonly texts: Texts;
  readonly link: Partial<HostedView>;
  /** What the mandate page says besides. */
  readonly words: MandateTexts;
  readonly mandate: Partial<MandateView>;
}

const SHARED = { support_url: 'https://merchant.example/help', accent: '#0b6b5d' };
const TERMS = { terms_url: 'https://merchant.example/terms' };

const SPEAKERS: Readonly<Record<Language, Omit<Speaker, 'language' | 'mandate'>>> = {
  en: { locale: 'en-HK', texts: en, words: enMandate, link: {} },
  'zh-Hant': {
    locale: 'zh-HK',
    texts: zhHant,
    words: zhHantMandate,
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
  const speaker = SPEAKERS[language];
  return { language, ...speaker, mandate: mandateLike(speaker.link) };
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
