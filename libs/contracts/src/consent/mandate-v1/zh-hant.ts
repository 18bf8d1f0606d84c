import type { MandateWords } from './mandate-words.js';

export const zhHant: MandateWords = {
  permission: ({ merchant, institution, description }) =>
    `本人授權 ${merchant} 以直接付款方式，從本人於${institution ? ` ${institution} ` : '銀行'}的戶口收取款項` +
    `${description ? `（${description}）` : ''}。`,
  periods: {
    DAILY: '每日',
    WEEKLY: '每個曆週',
    MONTHLY: '每個曆月',
    QUARTERLY: '每個曆季',
    YEARLY: '每個曆年',
  },
  perPayment: (amount) => `每筆款項不得超過 ${amount}。`,
  perPeriod: (amount, period) => `${period}的款項總額不得超過 ${amount}。`,
  countPerPeriod: (count, period) => `${period}最多收取 ${count} 筆款項。`,
  noLimit: '雙方未議定最高金額。',
  fromTo: (start, end) => `可於 ${start}至 ${end}期間收取款項，首尾兩日包括在內。`,
  from: (start) => `可自 ${start}起收取款項，直至本人撤回此授權。`,
  until: (end) => `可於 ${end}或之前收取款項，當日包括在內。`,
  utc: '日期及期間以協調世界時（UTC）計算。',
  withoutAsking: (merchant) => `${merchant} 無需在每次收款前徵求本人同意。`,
  withdrawal: (merchant) => `本人可隨時向銀行或 ${merchant} 撤回此授權。`,
  holder: '本人是戶口持有人，或有權單獨簽署。',
};
