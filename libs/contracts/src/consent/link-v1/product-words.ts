import type { ConsentLanguage } from '../consent-language.js';

const NAMES = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'account_numbers',
  'identity',
  'balance_history',
  'payments',
  'income_estimation',
  'card_details',
] as const;

function named(...words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.map((name, index) => [name, words[index] ?? name]));
}

/** Names of `product_status` products for users; both kinds of transactions have one name. */
export const PRODUCT_WORDS: Readonly<Record<ConsentLanguage, Readonly<Record<string, string>>>> = {
  en: named(
    'accounts and balances',
    'transactions',
    'transactions',
    'statements',
    'account numbers',
    'name and contact details',
    'earlier balances',
    'payments',
    'an estimate of income',
    'card details',
  ),
  'zh-Hant': named(
    '帳戶及結餘',
    '交易紀錄',
    '交易紀錄',
    '結單',
    '帳戶號碼',
    '姓名及聯絡資料',
    '過往結餘',
    '付款',
    '收入估算',
    '卡資料',
  ),
  'zh-Hans': named(
    '账户及余额',
    '交易记录',
    '交易记录',
    '对账单',
    '账号',
    '姓名及联系方式',
    '历史余额',
    '付款',
    '收入估算',
    '卡资料',
  ),
  ko: named(
    '계좌 및 잔액',
    '거래 내역',
    '거래 내역',
    '명세서',
    '계좌번호',
    '이름 및 연락처',
    '과거 잔액',
    '결제',
    '소득 추정',
    '카드 정보',
  ),
  vi: named(
    'tài khoản và số dư',
    'giao dịch',
    'giao dịch',
    'sao kê',
    'số tài khoản',
    'tên và thông tin liên hệ',
    'số dư trước đây',
    'thanh toán',
    'ước tính thu nhập',
    'thông tin thẻ',
  ),
};
