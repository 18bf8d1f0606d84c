import type { Figure } from '@towpath/contracts/operator';
import { before, DAY_MS } from './samples.js';

const TOPIC = ['payments', 'payment', 'events', 'v1'].join('.');
const DAYS = Array.from({ length: 7 }, (_, index) => before((6 - index) * DAY_MS).slice(0, 10));

function money(): Figure['rows'] {
  return DAYS.flatMap((day, index) =>
    ['HKD', 'JPY'].flatMap((currency) =>
      ['EXECUTED', 'FAILED', 'SUBMITTED'].flatMap((status, rank) =>
        ['CARD', 'MANDATE'].map((method, place) => ({
          labels: { of: 'payment', app_type: 'LIVE', currency, status, method },
          day,
          value: Math.round(((index * 7 + rank * 3 + place * 5) % 11) + 4) * 100_000 * (3 - rank),
        })),
      ),
    ),
  );
}

/** Of the last week, every day the same. */
export const FIGURES: readonly Figure[] = [
  { figure: 'MONEY', unit: 'minor units', metric: 'payments_amount_total', rows: money() },
  {
    figure: 'SUCCESS_RATE',
    unit: 'rate',
    metric: 'payment_attempts_total',
    rows: [
      { labels: { gateway: 'GW1' }, value: 0.947 },
      { labels: { gateway: 'GW2' }, value: 0.912 },
      { labels: { gateway: 'stripe' }, value: 0.874 },
    ],
  },
  {
    figure: 'DECLINES',
    unit: 'count',
    rows: [
      { labels: { code: 'INSUFFICIENT_FUNDS', gateway: 'GW1' }, value: 41 },
      { labels: { code: 'DO_NOT_HONOUR', gateway: 'GW1' }, value: 22 },
      { labels: { code: 'EXPIRED_CARD', gateway: 'stripe' }, value: 9 },
    ],
  },
  {
    figure: 'WEBHOOKS',
    unit: 'count',
    metric: 'webhook_deliveries',
    rows: DAYS.flatMap((day, index) => [
      { labels: { status: 'DELIVERED' }, day, value: 900 + index * 13 },
      { labels: { status: 'RETRYING' }, day, value: 12 + (index % 3) * 9 },
      { labels: { status: 'FAILED' }, day, value: index % 2 },
    ]),
  },
  {
    figure: 'CONSUMER_LAG',
    unit: 'count',
    metric: 'consumer_lag_messages',
    rows: [
      { labels: { topic: TOPIC, state: 'unread' }, value: 4 },
      { labels: { topic: TOPIC.replace('payment.', 'mandate.'), state: 'unread' }, value: 1 },
    ],
  },
  {
    figure: 'CONSUMER_LAG',
    unit: 'count',
    rows: [{ labels: { topic: TOPIC, state: 'unpublished' }, value: 2 }],
  },
  {
    figure: 'CONSUMER_LAG',
    unit: 'seconds',
    metric: 'outbox_age_seconds',
    rows: [{ labels: { topic: TOPIC, state: 'unpublished' }, value: 0.4 }],
  },
  {
    figure: 'PARKED_MESSAGES',
    unit: 'count',
    rows: [{ labels: { topic: TOPIC, reason: 'INVALID_PAYLOAD' }, value: 3 }],
  },
  {
    figure: 'LEDGER_CHECK',
    unit: 'count',
    metric: 'ledger_differences',
    rows: [
      { labels: { currency: 'HKD' }, value: 0 },
      { labels: { currency: 'JPY' }, value: 0 },
    ],
  },
  {
    figure: 'RECONCILIATION',
    unit: 'count',
    rows: [
      { labels: { gateway: 'GW1', outcome: 'matched' }, value: 1_204 },
      { labels: { gateway: 'GW1', outcome: 'missing at the gateway' }, value: 2 },
      { labels: { gateway: 'stripe', outcome: 'matched' }, value: 611 },
    ],
  },
  {
    figure: 'DISPUTE_DEADLINES',
    unit: 'count',
    rows: [
      { labels: { app_type: 'LIVE', days_left: '2' }, value: 2 },
      { labels: { app_type: 'LIVE', days_left: '5' }, value: 1 },
      { labels: { app_type: 'LIVE', days_left: 'more' }, value: 4 },
    ],
  },
];
