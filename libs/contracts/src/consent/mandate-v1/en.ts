import type { MandateWords } from './mandate-words.js';

export const en: MandateWords = {
  permission: ({ merchant, institution, description }) =>
    `I allow ${merchant} to collect payments from my account at ` +
    `${institution ?? 'my bank'} by direct debit${description ? ` (${description})` : ''}.`,
  periods: {
    DAILY: 'day',
    WEEKLY: 'calendar week',
    MONTHLY: 'calendar month',
    QUARTERLY: 'calendar quarter',
    YEARLY: 'calendar year',
  },
  perPayment: (amount) => `A single payment is never more than ${amount}.`,
  perPeriod: (amount, period) =>
    `All payments of one ${period} together are never more than ${amount}.`,
  countPerPeriod: (count, period) =>
    count === 1
      ? `There is at most one payment in a ${period}.`
      : `There are at most ${count} payments in a ${period}.`,
  noLimit: 'No highest amount was agreed.',
  fromTo: (start, end) => `Payments may be collected from ${start} to ${end}, both days included.`,
  from: (start) => `Payments may be collected from ${start} until I withdraw this permission.`,
  until: (end) => `Payments may be collected until ${end}, that day included.`,
  utc: 'Days and periods are counted in Coordinated Universal Time (UTC).',
  withoutAsking: (merchant) => `${merchant} does not have to ask me before each payment.`,
  withdrawal: (merchant) =>
    `I can withdraw this permission at any time, with my bank or with ${merchant}.`,
  holder: 'I am the holder of the account, or may sign for it alone.',
};
