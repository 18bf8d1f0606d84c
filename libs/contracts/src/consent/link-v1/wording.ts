import type { ConsentLanguage } from '../consent-language.js';
import type { LinkConsentFacts, LinkWording } from '../link-consent-facts.js';
import { PRODUCT_WORDS } from './product-words.js';

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

/** The first version. */
export const linkV1: LinkWording = ({ products, ...facts }, language) => {
  const words = WORDS[language];
  const names = products.map((product) => PRODUCT_WORDS[language][product] ?? product);
  const list = [...new Set(names)].join(words.separator);
  return [
    words.permission({ ...facts, list }),
    words.duration,
    words.withdrawal(facts.merchant),
    words.holder,
  ];
};
