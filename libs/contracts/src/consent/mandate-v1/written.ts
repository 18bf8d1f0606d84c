import { Money } from '@towpath/kernel';
import type { ConsentLanguage } from '../consent-language.js';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;

/** An amount with its ISO code: `HKD 1,248.50`, in Vietnamese `1.248,50 HKD`. */
export function writtenAmount(money: Money, language: ConsentLanguage): string {
  const [major = '', minor] = money.toDecimal().split('.');
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const grouped = major.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const number = minor === undefined ? grouped : `${grouped}${point}${minor}`;
  return language === 'vi' ? `${number} ${money.currency}` : `${money.currency} ${number}`;
}

/** A calendar day that is given as `2026-11-21`. */
export function writtenDate(date: string, language: ConsentLanguage): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  switch (language) {
    case 'en':
      return `${day} ${MONTHS[month - 1] ?? ''} ${year}`;
    case 'zh-Hant':
    case 'zh-Hans':
      return `${year}年${month}月${day}日`;
    case 'ko':
      return `${year}년 ${month}월 ${day}일`;
    case 'vi':
      return `ngày ${day} tháng ${month} năm ${year}`;
  }
}
