import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  added,
  countedRows,
  FiguresOf,
  groupsOf,
  inPeriod,
  sharesOf,
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
  const rates = sharesOf(
    added(
      decided.filter(({ labels }) => labels['status'] === 'EXECUTED'),
      'payments',
      ['app_type', 'gateway'],
    ),
    added(decided, 'payments', ['app_type', 'gateway']),
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
