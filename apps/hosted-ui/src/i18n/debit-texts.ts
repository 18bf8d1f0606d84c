import type { HostedView } from '../api/hosted-view.js';
import { languageFor, type Language } from './catalogue.js';
import type { FailureTexts, Sentence } from './texts.js';

/** What the payment page says of direct debit; the steps themselves bring their own texts. */
export interface DebitTexts {
  readonly offer: string;
  readonly setUp: string;
  readonly setUpDone: string;
  readonly setUpBody: Sentence;
  readonly failed: FailureTexts;
}

const TEXTS: Readonly<Record<Language, DebitTexts>> = {
  en: {
    offer: 'Direct debit from your bank',
    setUp: 'Set up a direct debit',
    setUpDone: 'Direct debit set up',
    setUpBody: (merchant) => `Your direct debit for ${merchant} is set up. Nothing was charged.`,
    failed: {
      title: 'Your bank did not accept it',
      happened: 'Your bank did not carry out the direct debit.',
      next: 'Try again, or pay another way.',
    },
  },
  'zh-Hant': {
    offer: '從您的銀行直接付款',
    setUp: '設定直接付款授權',
    setUpDone: '直接付款授權已設定',
    setUpBody: (merchant) => `給 ${merchant} 的直接付款授權已設定，並未收取任何款項。`,
    failed: {
      title: '您的銀行未有接受',
      happened: '您的銀行未有執行直接付款。',
      next: '請再試一次，或以其他方式付款。',
    },
  },
  'zh-Hans': {
    offer: '从您的银行直接付款',
    setUp: '设置直接借记授权',
    setUpDone: '直接借记授权已设置',
    setUpBody: (merchant) => `给 ${merchant} 的直接借记授权已设置，没有收取任何款项。`,
    failed: {
      title: '您的银行没有接受',
      happened: '您的银行没有执行直接借记。',
      next: '请再试一次，或用其他方式付款。',
    },
  },
  ko: {
    offer: '은행 계좌 자동이체',
    setUp: '자동이체 등록',
    setUpDone: '자동이체 등록 완료',
    setUpBody: (merchant) => `자동이체가 등록되었습니다(${merchant}). 출금된 돈은 없습니다.`,
    failed: {
      title: '은행에서 받아들이지 않았습니다',
      happened: '은행이 자동이체를 처리하지 않았습니다.',
      next: '다시 시도하거나 다른 방법으로 결제하세요.',
    },
  },
  vi: {
    offer: 'Ghi nợ trực tiếp từ ngân hàng',
    setUp: 'Thiết lập ghi nợ trực tiếp',
    setUpDone: 'Đã thiết lập ghi nợ trực tiếp',
    setUpBody: (merchant) =>
      `Ghi nợ trực tiếp cho ${merchant} đã được thiết lập. Không có khoản tiền nào bị thu.`,
    failed: {
      title: 'Ngân hàng không chấp nhận',
      happened: 'Ngân hàng của bạn không thực hiện ghi nợ trực tiếp.',
      next: 'Hãy thử lại, hoặc trả bằng cách khác.',
    },
  },
};

/** In the language of the link. */
export function debitTextsFor(view: Pick<HostedView, 'language' | 'currency'>): DebitTexts {
  return TEXTS[languageFor(view)];
}

/** Whether the attempt that the page tells of is one by direct debit. */
export function isDebit({ attempt }: Pick<HostedView, 'attempt'>): boolean {
  return attempt?.payment_method_type === 'MANDATE';
}
