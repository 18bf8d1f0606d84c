import type { MandateWords } from './mandate-words.js';

export const zhHans: MandateWords = {
  permission: ({ merchant, institution, description }) =>
    `本人授权 ${merchant} 以直接借记方式，从本人在${institution ? ` ${institution} ` : '银行'}的账户收取款项` +
    `${description ? `（${description}）` : ''}。`,
  periods: {
    DAILY: '每日',
    WEEKLY: '每个自然周',
    MONTHLY: '每个自然月',
    QUARTERLY: '每个自然季度',
    YEARLY: '每个自然年',
  },
  perPayment: (amount) => `每笔款项不得超过 ${amount}。`,
  perPeriod: (amount, period) => `${period}的款项总额不得超过 ${amount}。`,
  countPerPeriod: (count, period) => `${period}最多收取 ${count} 笔款项。`,
  noLimit: '双方未约定最高金额。',
  fromTo: (start, end) => `可在 ${start}至 ${end}期间收取款项，首尾两日包括在内。`,
  from: (start) => `可自 ${start}起收取款项，直至本人撤回此授权。`,
  until: (end) => `可在 ${end}或之前收取款项，当日包括在内。`,
  utc: '日期和期间以协调世界时（UTC）计算。',
  withoutAsking: (merchant) => `${merchant} 无需在每次收款前征求本人同意。`,
  withdrawal: (merchant) => `本人可随时向银行或 ${merchant} 撤回此授权。`,
  holder: '本人是账户持有人，或有权单独签署。',
};
