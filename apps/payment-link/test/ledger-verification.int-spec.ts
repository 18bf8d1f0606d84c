/** @proves promise-5 */
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { MeasureDrift } from '../src/processes/ledger-verification/measure-drift.job.js';
import { WriteCheckpoints } from '../src/money/ledger/write-checkpoints.job.js';
import { tamper } from './books.fixture.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
let paymentId: string;
let admin: pg.Client;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = await app.settlementAccount('HKD', { opening_balance: 1_000 });
  const payer = await Payer.of(app, {} as TestSandbox, linkBody());
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  paymentId = (await payer.readLink()).payment?.payment_id ?? '';
});

/** As the gateway's command line asks. */
async function ask<T>(path: string): Promise<T> {
  const token = await service.gateway.signForCommand('payment-link');
  const route = `GET /internal/ledger/${path}`;
  return (await send<T>(service.internalUrl, { route, token })).body;
}

interface Finding {
  readonly rule: string;
  readonly subject: string;
  readonly currency: string;
  readonly expected?: number;
  readonly found?: number;
}

const verify = async () =>
  (await ask<{ findings: Finding[] }>(`verification?customer_app_id=${app.id}`)).findings;

const UNCOVERED = `SELECT count(*)::int AS waiting FROM ledger_transfers
  WHERE customer_app_id = $1 AND written_by >= coalesce(
    (SELECT max(covers_before) FROM ledger_checkpoints WHERE customer_app_id = $1), 0)`;

/** A checkpoint covers what no open transaction of the server is older than. */
const checkpoint = () =>
  eventually(async () => {
    await service.app.get(WriteCheckpoints, { strict: false }).write(1);
    const { rows } = await admin.query<{ waiting: number }>(UNCOVERED, [app.id]);
    return rows[0]?.waiting === 0;
  });
const disputed = () => new PublishedDispute(service, app, { payment_id: paymentId });
const ofPayment = () => ({ subject: paymentId, currency: 'HKD' });
const ofAccount = (kind: string) => ({ subject: `${kind}:${accountId}`, currency: 'HKD' });

describe('the verification of the ledger', () => {
  it('finds nothing in books that are right, disputes and checkpoints among them', async () => {
    await disputed().moves('ACTION_REQUIRED');
    await checkpoint();
    await disputed().moves('ACTION_REQUIRED', 'WON');
    await checkpoint();
    expect(await verify()).toEqual([]);
    const { customer_app_ids: ids } = await ask<{ customer_app_ids: string[] }>('customer_apps');
    expect(ids).toContain(app.id);
    const after = await ask<{ customer_app_ids: string[] }>(`customer_apps?after=${app.id}`);
    expect(after.customer_app_ids).not.toContain(app.id);
  });

  it('finds one cent too much in a transfer', async () => {
    await checkpoint();
    const sql = `UPDATE ledger_transfers SET amount = amount + 1
      WHERE customer_app_id = $1 AND payment_id = $2`;
    await tamper(admin, sql, [app.id, paymentId]);
    expect(await verify()).toEqual([
      {
        rule: 'CHECKPOINT_IS_ITS_TRANSFERS',
        ...ofAccount('clearing'),
        expected: -12_501,
        found: -12_500,
      },
      {
        rule: 'CHECKPOINT_IS_ITS_TRANSFERS',
        ...ofAccount('settlement'),
        expected: 13_501,
        found: 13_500,
      },
      { rule: 'PAYMENT_IS_BOOKED', ...ofPayment(), expected: 12_500, found: 12_501 },
    ]);
  });

  it('finds one cent too much in a checkpoint', async () => {
    await checkpoint();
    // The latest: an older one is there when a transaction of another test was open meanwhile.
    const sql = `UPDATE ledger_checkpoints c SET balance = balance + 1
      WHERE customer_app_id = $1 AND ledger_account = $2 AND covers_before = (
        SELECT max(covers_before) FROM ledger_checkpoints l
        WHERE l.customer_app_id = c.customer_app_id AND l.ledger_account = c.ledger_account)`;
    await tamper(admin, sql, [app.id, `settlement:${accountId}`]);
    expect(await verify()).toEqual([
      {
        rule: 'ACCOUNTS_SUM_TO_ZERO',
        subject: 'all accounts',
        currency: 'HKD',
        expected: 0,
        found: 1,
      },
      {
        rule: 'CHECKPOINT_IS_ITS_TRANSFERS',
        ...ofAccount('settlement'),
        expected: 13_500,
        found: 13_501,
      },
    ]);
    await service.app.get(MeasureDrift, { strict: false }).measure();
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^ledger_drift_minor_units{currency="HKD",service="payment-link"} 1$/m);
    expect(metrics).toMatch(/^ledger_drift_age_seconds{service="payment-link"} [\d.e-]+$/m);
  });

  it('finds a payment that was executed and never booked, and a return', async () => {
    const sql = `DELETE FROM ledger_transfers WHERE customer_app_id = $1 AND payment_id = $2`;
    await tamper(admin, sql, [app.id, paymentId]);
    expect(await verify()).toEqual([
      { rule: 'PAYMENT_IS_BOOKED', ...ofPayment(), expected: 12_500 },
    ]);
    const returned = `UPDATE payments SET amount_returned = 5, returned_at = now(),
      return_reason = 'x' WHERE customer_app_id = $1 AND payment_id = $2`;
    await tamper(admin, returned, [app.id, paymentId]);
    expect((await verify()).slice(1)).toEqual([
      { rule: 'RETURN_IS_BOOKED', ...ofPayment(), expected: 5 },
    ]);
  });

  it('finds a fee that was never booked', async () => {
    const sql = `UPDATE payments SET fee_amount = 5 WHERE customer_app_id = $1`;
    await tamper(admin, sql, [app.id]);
    expect(await verify()).toEqual([{ rule: 'FEE_IS_BOOKED', ...ofPayment(), expected: 5 }]);
  });

  it('finds what is booked of a payment that failed', async () => {
    const sql = `UPDATE payments SET status = 'FAILED'
      WHERE customer_app_id = $1 AND payment_id = $2`;
    await tamper(admin, sql, [app.id, paymentId]);
    expect(await verify()).toEqual([{ rule: 'PAYMENT_IS_BOOKED', ...ofPayment(), found: 12_500 }]);
  });

  it('finds money that is still held when nothing is open', async () => {
    const dispute = disputed();
    await dispute.moves('ACTION_REQUIRED');
    const released = `UPDATE payment_disputes SET status = 'RELEASED' WHERE customer_app_id = $1`;
    await tamper(admin, released, [app.id]);
    expect(await verify()).toEqual([
      {
        rule: 'DISPUTED_IS_OPEN_DISPUTES',
        ...ofAccount('disputed'),
        expected: 0,
        found: 14_000,
      },
      {
        rule: 'NOTHING_STAYS_BEHIND',
        subject: dispute.id,
        currency: 'HKD',
        expected: 0,
        found: 14_000,
      },
    ]);
    const received = `UPDATE ledger_transfers SET kind = 'UNEXPECTED_RECEIPT'
      WHERE customer_app_id = $1 AND kind = 'PAYMENT'`;
    await tamper(admin, received, [app.id]);
    const rules = (await verify()).map(({ rule }) => rule);
    expect(rules).toContain('UNEXPECTED_IS_OPEN_REFUNDS');
  });

  describe('of refunds', () => {
    let keys = 0;
    const refund = async (amount: number) => {
      const { status, body } = await send<{ refund_id: string }>(service.publicUrl, {
        route: `POST /payments/${paymentId}/refunds`,
        token: app.token,
        body: { amount },
        headers: { 'idempotency-key': `refund-${(keys += 1)}` },
      });
      expect(status).toBe(200);
      return body.refund_id;
    };
    const meddle = (sql: string) => tamper(admin, `${sql} WHERE customer_app_id = $1`, [app.id]);

    it('finds one whose way back is not booked', async () => {
      const subject = await refund(400);
      expect(await verify()).toEqual([]);
      const sql = `DELETE FROM ledger_transfers WHERE kind = 'REFUND' AND customer_app_id = $1`;
      await tamper(admin, sql, [app.id]);
      expect(await verify()).toEqual([
        { rule: 'UNEXPECTED_IS_OPEN_REFUNDS', ...ofPayment(), expected: 0, found: 400 },
        { rule: 'REFUND_IS_BOOKED', subject, currency: 'HKD', expected: 400 },
        { rule: 'NOTHING_STAYS_BEHIND', subject, currency: 'HKD', expected: 0, found: 400 },
      ]);
    });

    it('finds one cent too much on both ways, though nothing stays behind', async () => {
      const subject = await refund(400);
      await meddle(`UPDATE ledger_transfers SET amount = amount
        + CASE WHEN kind IN ('REFUND_HOLD', 'REFUND') THEN 1 ELSE 0 END`);
      expect(await verify()).toEqual([
        { rule: 'REFUND_IS_BOOKED', subject, currency: 'HKD', expected: 400, found: 401 },
      ]);
    });

    it('finds two that have changed places, though the accounts are right', async () => {
      const done = await refund(400);
      gateway.silences.add('refund');
      const open = await refund(400).finally(() => gateway.silences.clear());
      expect(await verify()).toEqual([]);
      await meddle(`UPDATE refunds SET status
        = CASE status WHEN 'SUBMITTED' THEN 'EXECUTED' ELSE 'SUBMITTED' END`);
      const money = { currency: 'HKD' };
      expect(await verify()).toEqual([
        { rule: 'REFUND_IS_BOOKED', subject: done, ...money, found: 400 },
        { rule: 'REFUND_IS_BOOKED', subject: open, ...money, expected: 400 },
        { rule: 'NOTHING_STAYS_BEHIND', subject: done, ...money, expected: 400, found: 0 },
        { rule: 'NOTHING_STAYS_BEHIND', subject: open, ...money, expected: 0, found: 400 },
      ]);
    });
  });
});

describe('the balances of a past instant', () => {
  const at = async (instant?: Date) => {
    const query = instant ? `&at=${encodeURIComponent(instant.toISOString())}` : '';
    const path = `balances?customer_app_id=${app.id}${query}`;
    const { balances } = await ask<{
      balances: { ledger_account: string; currency: string; balance: number }[];
    }>(path);
    return Object.fromEntries(
      balances
        .filter(({ balance }) => balance !== 0)
        .map(({ ledger_account: account, balance }) => [account.split(':')[0], balance]),
    );
  };

  it('are those of the transfers until then, whatever checkpoints say', async () => {
    const [payment] = await app.rows<{ occurred_at: Date }>(
      `SELECT occurred_at FROM ledger_transfers WHERE kind = 'PAYMENT'`,
    );
    const paidAt = payment?.occurred_at ?? new Date(0);
    const before = new Date(paidAt.getTime() - 1);
    await checkpoint();
    await disputed().moves('ACTION_REQUIRED');
    expect(await at(new Date(0))).toEqual({});
    expect(await at(before)).toEqual({ funding: -1_000, settlement: 1_000 });
    const paid = { funding: -1_000, clearing: -12_500, settlement: 13_500 };
    expect(await at(paidAt)).toEqual(paid);
    expect(await at()).not.toEqual(paid);
    expect(await at()).toMatchObject({ funding: -1_000, clearing: -12_500 });
  });
});
