import type { Figure, OperatorClaim, ReadFiguresResponse } from '@towpath/contracts/operator';
import { OperatorAt } from '@towpath/testing';
import pg from 'pg';
import { MeasureDrift } from '../src/processes/ledger-verification/measure-drift.job.js';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
let admin: pg.Client;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  app = await service.customerApp(['HKD']);
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  for (const card of [CARDS.good, CARDS.good, CARDS.declined]) {
    await (await Payer.of(app, sandbox)).pay(card);
  }
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
});

const figures = async (claim: Partial<OperatorClaim> = {}, query: Record<string, string> = {}) => {
  const { gateway, internalUrl } = service;
  const at = { service: 'payment-link', gateway, internalUrl } as const;
  const asked = await new OperatorAt(at, claim).ask<ReadFiguresResponse>('readFigures', { query });
  expect(asked.status).toBe(200);
  const { figures: all } = asked.body;
  return (name: Figure['figure'], unit: Figure['unit']) => {
    const found = all.find((each) => each.figure === name && each.unit === unit);
    return (found?.rows ?? []).map(({ labels, value, day }) => ({ ...labels, value, day }));
  };
};
const metrics = async () => (await fetch(`${service.internalUrl}/metrics`)).text();
const today = () => new Date().toISOString().slice(0, 10);
const gateway = { app_type: 'TEST', gateway: 'GW1' };

describe('the figures of payments', () => {
  it('add up money by day, status, currency and method', async () => {
    const read = await figures();
    const of = { of: 'payment', app_type: 'TEST', currency: 'HKD', method: 'CARD', day: today() };
    expect(read('MONEY', 'minor units')).toEqual(
      expect.arrayContaining([
        { ...of, status: 'EXECUTED', value: 25_000 },
        { ...of, status: 'FAILED', value: 12_500 },
      ]),
    );
  });

  it('tell the share of payments that a gateway executed, and the codes of those it declined', async () => {
    const read = await figures();
    const [rate] = read('SUCCESS_RATE', 'rate');
    expect(rate).toMatchObject({ ...gateway, day: today() });
    expect(rate?.value).toBeCloseTo(2 / 3);
    const [decline] = read('DECLINES', 'count');
    expect(decline).toMatchObject({ ...gateway, value: 1, code: expect.stringMatching(/\w/) });
  });

  it('count decided payments as the metric of the moves does', async () => {
    const text = await metrics();
    const moved = (to: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('state_machine_moves_total{machine="payment",'))
        .filter((line) => line.includes(`to="${to}"`))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    const counts = (await figures())('SUCCESS_RATE', 'count');
    expect(counts).toEqual(
      expect.arrayContaining(
        ['EXECUTED', 'FAILED'].map((status) => ({
          ...gateway,
          status,
          day: today(),
          value: moved(status),
        })),
      ),
    );
  });

  it('leave out other days and apps', async () => {
    const before = { date_from: '2020-01-01', date_to: '2020-01-02' };
    expect((await figures({}, before))('MONEY', 'minor units')).toEqual([]);
    expect((await figures({ apps: ['other'] }))('MONEY', 'minor units')).toEqual([]);
    const own = await figures({ apps: [app.id] }, { customer_app_id: app.id });
    expect(own('MONEY', 'minor units')).toHaveLength(2);
  });
});

describe('the figures of the books', () => {
  const gauge = (text: string, name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => Number(line.split(' ').at(-1)));

  it('tell what the last check found, as the metric does', async () => {
    const job = service.app.get(MeasureDrift, { strict: false });
    await admin.query(
      `INSERT INTO ledger_checkpoints SELECT customer_app_id, ledger_account, currency, 0, 7, now()
       FROM ledger_accounts WHERE kind = 'SETTLEMENT' LIMIT 1`,
    );
    await job.measure();
    const read = await figures();
    const drifts = gauge(await metrics(), 'ledger_drift_minor_units');
    expect(drifts).toEqual([7]);
    expect(read('LEDGER_CHECK', 'minor units').map(({ value }) => value)).toEqual(drifts);
    const [age] = read('LEDGER_CHECK', 'seconds');
    const [metric] = gauge(await metrics(), 'ledger_drift_age_seconds');
    expect(Math.abs((age?.value ?? NaN) - (metric ?? NaN))).toBeLessThan(10);
    expect((await figures({ apps: ['other'] }))('LEDGER_CHECK', 'minor units')).toEqual([]);
  });

  it('count open differences by gateway and kind, which add up to the metric', async () => {
    await admin.query(
      `INSERT INTO reconciliation_differences (customer_app_id, difference_id, app_type,
         integration_id, subject, side, kind, ours, theirs, found_at, closed_at)
       SELECT $1, 'd-' || n, 'TEST', CASE WHEN n < 3 THEN 'GW1' ELSE 'GW2' END, 's-' || n, 'CHARGE',
         'AMOUNT', '[]', '[]', now(), CASE WHEN n = 4 THEN now() END FROM generate_series(1, 4) n`,
      [app.id],
    );
    const rows = (await figures())('RECONCILIATION', 'count');
    const difference = { app_type: 'TEST', kind: 'AMOUNT' };
    expect(rows).toEqual([
      { ...difference, gateway: 'GW1', value: 2 },
      { ...difference, gateway: 'GW2', value: 1 },
    ]);
    expect(await metrics()).toMatch(/^reconciliation_differences{kind="AMOUNT",.*} 3$/m);
  });
});
