import { CONSENT_LANGUAGES, type ConsentLanguage } from '../consent.js';
import type { LinkConsentFacts, LinkWording } from '../link-consent-facts.js';

interface LinkWords {
  readonly permission: (facts: Omit<LinkConsentFacts, 'products'> & { list: string }) => string;
  /** Between the names of products. */
  readonly separator: string;
  readonly duration: string;
  readonly withdrawal: (merchant: string) => string;
  readonly holder: string;
}

const WORDS: Readonly<Record<ConsentLanguage, LinkWords>> = {
  en: {
    permission: ({ merchant, institution, list }) =>
      `I allow ${merchant} to read the following at ${institution}: ${list}.`,
    separator: ', ',
    duration: 'The permission lasts for 365 days at most, or for as long as the institution says.',
    withdrawal: (merchant) => `I can withdraw it at any time with ${merchant}.`,
    holder: 'The login is mine, and I may share this data.',
  },
  'zh-Hant': {
    permission: ({ merchant, institution, list }) =>
      `本人允許 ${merchant} 讀取本人在 ${institution} 的以下資料：${list}。`,
    separator: '、',
    duration: '此授權最長為 365 天，或以機構指明的期限為準。',
    withdrawal: (merchant) => `本人可隨時向 ${merchant} 撤回此授權。`,
    holder: '此登入屬於本人，本人有權分享這些資料。',
  },
  'zh-Hans': {
    permission: ({ merchant, institution, list }) =>
      `本人允许 ${merchant} 读取本人在 ${institution} 的以下资料：${list}。`,
    separator: '、',
    duration: '此授权最长为 365 天，或以机构指明的期限为准。',
    withdrawal: (merchant) => `本人可随时向 ${merchant} 撤回此授权。`,
    holder: '此登录属于本人，本人有权分享这些资料。',
  },
  ko: {
    permission: ({ merchant, institution, list }) =>
      `${merchant}에서 ${institution}에 있는 다음 정보를 읽는 것을 허용합니다: ${list}.`,
    separator: ', ',
    duration: '이 허용은 최대 365일 또는 금융기관이 정한 기간 동안 유효합니다.',
    withdrawal: (merchant) => `언제든지 ${merchant}을(를) 통해 철회할 수 있습니다.`,
    holder: '이 로그인은 본인의 것이며 이 정보를 공유할 권한이 있습니다.',
  },
  vi: {
    permission: ({ merchant, institution, list }) =>
      `Tôi cho phép ${merchant} đọc các thông tin sau của tôi tại ${institution}: ${list}.`,
    separator: ', ',
    duration: 'Sự cho phép kéo dài tối đa 365 ngày, hoặc theo thời hạn mà tổ chức quy định.',
    withdrawal: (merchant) => `Tôi có thể rút lại bất cứ lúc nào với ${merchant}.`,
    holder: 'Thông tin đăng nhập là của tôi và tôi có quyền chia sẻ dữ liệu này.',
  },
};

/**
 * Names of `product_status` products for users, in the order of the languages. Both kinds of
 * transactions have one name.
 */
const PRODUCT_WORDS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'accounts and balances',
    '帳戶及結餘',
    '账户及余额',
    '계좌 및 잔액',
    'tài khoản và số dư',
  ],
  online_transactions: ['transactions', '交易紀錄', '交易记录', '거래 내역', 'giao dịch'],
  historical_transactions: ['transactions', '交易紀錄', '交易记录', '거래 내역', 'giao dịch'],
  statements: ['statements', '結單', '对账单', '명세서', 'sao kê'],
  account_numbers: ['account numbers', '帳戶號碼', '账号', '계좌번호', 'số tài khoản'],
  identity: [
    'name and contact details',
    '姓名及聯絡資料',
    '姓名及联系方式',
    '이름 및 연락처',
    'tên và thông tin liên hệ',
  ],
  balance_history: ['earlier balances', '過往結餘', '历史余额', '과거 잔액', 'số dư trước đây'],
  payments: ['payments', '付款', '付款', '결제', 'thanh toán'],
  income_estimation: [
    'an estimate of income',
    '收入估算',
    '收入估算',
    '소득 추정',
    'ước tính thu nhập',
  ],
  card_details: ['card details', '卡資料', '卡资料', '카드 정보', 'thông tin thẻ'],
};

/** The first version. */
export const linkV1: LinkWording = ({ products, ...facts }, language) => {
  const words = WORDS[language];
  const place = CONSENT_LANGUAGES.indexOf(language);
  const names = products.map((product) => PRODUCT_WORDS[product]?.[place] ?? product);
  const list = [...new Set(names)].join(words.separator);
  return [
    words.permission({ ...facts, list }),
    words.duration,
    words.withdrawal(facts.merchant),
    words.holder,
  ];
};
