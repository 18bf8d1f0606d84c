import type { HostedView } from '../../src/api/hosted-view.js';
import type { Language } from '../../src/i18n/catalogue.js';
import { en } from '../../src/i18n/en.js';
import { ko } from '../../src/i18n/ko.js';
import type { Texts } from '../../src/i18n/texts.js';
import { vi } from '../../src/i18n/vi.js';
import { zhHans } from '../../src/i18n/zh-hans.js';
import { zhHant } from '../../src/i18n/zh-hant.js';

/** Somebody who reads one of the page's languages, and the link that such a payer gets. */
export interface Speaker {
  readonly language: Language;
  /** Of the browser. */
  readonly locale: string;
  readonly texts: Texts;
  readonly link: Partial<HostedView>;
}

const SHARED = { support_url: 'https://merchant.example/help', accent: '#0b6b5d' };
const TERMS = { terms_url: 'https://merchant.example/terms' };

const SPEAKERS: Readonly<Record<Language, Omit<Speaker, 'language'>>> = {
  en: { locale: 'en-HK', texts: en, link: {} },
  'zh-Hant': {
    locale: 'zh-HK',
    texts: zhHant,
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
  return { language, ...SPEAKERS[language] };
}
