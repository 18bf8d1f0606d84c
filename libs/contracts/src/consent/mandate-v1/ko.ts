import type { MandateWords } from './mandate-words.js';

export const ko: MandateWords = {
  permission: ({ merchant, institution, description }) =>
    `본인은 다음 가맹점이 ${institution ? `${institution}에 있는 ` : ''}본인의 계좌에서 자동이체로 대금을 출금하는 것에 동의합니다: ` +
    `${merchant}${description ? ` (${description})` : ''}.`,
  periods: {
    DAILY: '하루',
    WEEKLY: '한 주(월요일~일요일)',
    MONTHLY: '한 달(1일~말일)',
    QUARTERLY: '한 분기',
    YEARLY: '한 해',
  },
  perPayment: (amount) => `1회 출금액은 ${amount} 이하입니다.`,
  perPeriod: (amount, period) => `${period} 동안의 출금 합계는 ${amount} 이하입니다.`,
  countPerPeriod: (count, period) => `${period} 동안 최대 ${count}회 출금합니다.`,
  noLimit: '최고 금액은 정하지 않았습니다.',
  fromTo: (start, end) => `출금 기간은 ${start}부터 ${end}까지이며 첫날과 마지막 날을 포함합니다.`,
  from: (start) => `출금은 ${start}부터 본인이 동의를 철회할 때까지 할 수 있습니다.`,
  until: (end) => `출금은 ${end}까지 할 수 있으며 그날을 포함합니다.`,
  utc: '날짜와 기간은 협정 세계시(UTC)를 기준으로 합니다.',
  withoutAsking: (merchant) => `출금할 때마다 본인에게 다시 묻지 않아도 됩니다: ${merchant}.`,
  withdrawal: (merchant) =>
    `본인은 언제든지 은행이나 가맹점(${merchant})에 동의를 철회할 수 있습니다.`,
  holder: '본인은 예금주이거나 단독으로 서명할 권한이 있습니다.',
};
