import type { HostedView } from '../../src/api/hosted-view.js';
import { type Language, loadTexts } from '../../src/i18n/catalogue.js';
import type { Texts } from '../../src/i18n/texts.js';

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

const SPEAKERS: Readonly<Record<Language, Omit<Speaker, 'language' | 'texts'>>> = {
  en: { locale: 'en-HK', link: {} },
  'zh-Hant': {
    locale: 'zh-HK',
    link: {
      language: 'zh',
      country: 'HKG',
      description: '陶藝課程，三月晚間共八堂',
      merchant: { display_name: '海港陶藝工作室', ...SHARED, ...TERMS },
    },
  },
  'zh-Hans': {
    locale: 'zh-SG',
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

export async function speakerOf(language: Language): Promise<Speaker> {
  return { language, texts: await loadTexts(language), ...SPEAKERS[language] };
}
