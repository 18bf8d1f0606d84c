import { Injectable } from '@nestjs/common';
import type { Figure, FigureRow } from '@towpath/contracts/operator';
import {
  countedRows,
  FiguresOf,
  groupsOf,
  inPeriod,
  type FigurePeriod,
  type Group,
  type OperatorQuery,
} from '@towpath/persistence';

const APP_TYPE = `CASE WHEN t.live THEN 'LIVE' ELSE 'TEST' END`;

/** What gateways and banks decided of payments; what payers or apps gave up is no outcome. */
const OUTCOMES = ['EXECUTED', 'FAILED'];

const PAYMENTS = {
  table: 'payments',
  labels: {
    of: `'payment'`,
    app_type: APP_TYPE,
    status: 't.status',
    currency: 't.currency',
    method: 't.type',
    gateway: `coalesce(t.processor_details ->> 'processor_id', 'none')`,
    // In the words of the gateway, or in ours.
    code: `CASE WHEN t.status = 'FAILED' THEN coalesce(
      t.processor_details #>> '{result,decline_code}', t.failure ->> 'code', 'none') END`,
  },
  values: { money: 'sum(t.amount + t.surcharge_amount)', payments: 'count(*)' },
  day: 't.created_at',
};

const REFUNDS = {
  table: 'refunds',
  labels: {
    of: `'refund'`,
    app_type: 'v.app_type',
    status: 't.status',
    currency: 't.currency',
    method: `CASE WHEN t.payout_id IS NULL THEN 'GATEWAY' ELSE 'PAYOUT' END`,
  },
  value: 'sum(t.amount)',
  day: 't.created_at',
};

const PAYOUTS = {
  table: 'payouts',
  labels: {
    of: `'payout'`,
    app_type: APP_TYPE,
    status: 't.status',
    currency: 't.currency',
    method: 't.type',
  },
  value: 'sum(t.amount)',
  day: 't.created_at',
};

type Payments = Group<'money' | 'payments'>;

/** Money by day, and how payments ended at each gateway. By the clocks of the apps. */
@Injectable()
export class PaymentFigures extends FiguresOf {
  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const within = inPeriod(period, 't.created_at');
    const groups = await groupsOf(query, PAYMENTS, within);
    const refunds = inPeriod(period, 't.created_at', (select) =>
      select.innerJoin('customer_app_views', 'v', 'v.customer_app_id = t.customer_app_id'),
    );
    const money = [
      ...added(groups, 'money', ['of', 'app_type', 'status', 'currency', 'method']),
      ...(await countedRows(query, REFUNDS, refunds)),
      ...(await countedRows(query, PAYOUTS, within)),
    ];
    return [{ figure: 'MONEY', unit: 'minor units', rows: money }, ...outcomesOf(groups)];
  }
}

function outcomesOf(groups: readonly Payments[]): Figure[] {
  const decided = groups.filter(({ labels }) => OUTCOMES.includes(labels['status'] ?? ''));
  const counts = added(decided, 'payments', ['app_type', 'gateway', 'status']);
  const rates = added(decided, 'payments', ['app_type', 'gateway']).map(
    ({ labels, day, value: all }): FigureRow => {
      const executed = counts.find(
        (row) =>
          row.day === day &&
          row.labels['status'] === 'EXECUTED' &&
          row.labels['app_type'] === labels['app_type'] &&
          row.labels['gateway'] === labels['gateway'],
      );
      return { labels, value: (executed?.value ?? 0) / all, ...(day ? { day } : {}) };
    },
  );
  const failed = decided.filter(({ labels }) => labels['status'] === 'FAILED');
  const declines = added(
    failed.map(({ day: _day, ...group }) => group),
    'payments',
    ['app_type', 'gateway', 'code'],
  );
  return [
    { figure: 'SUCCESS_RATE', unit: 'rate', rows: rates },
    { figure: 'SUCCESS_RATE', unit: 'count', metric: 'state_machine_moves_total', rows: counts },
    { figure: 'DECLINES', unit: 'count', rows: declines },
  ];
}

/** The value of the groups that have these labels alike, added up. */
function added(
  groups: readonly Payments[],
  value: keyof Payments['values'],
  names: readonly string[],
): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const { labels: all, day, values } of groups) {
    const labels = Object.fromEntries(names.map((name) => [name, all[name] ?? 'none']));
    const key = JSON.stringify([day, labels]);
    const before = rows.get(key)?.value ?? 0;
    rows.set(key, { labels, value: before + values[value], ...(day ? { day } : {}) });
  }
  return [...rows.values()];
}
