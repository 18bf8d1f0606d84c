/** @proves promise-15 */
import { newId, type PaymentId } from '@towpath/kernel';
import { ReconciliationService } from '@towpath/reconciliation';
import pg from 'pg';
import { CARDS, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, TestSandbox } from './sandbox.fixture.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOBODY_URL = 'http://127.0.0.1:9/';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
let offset = 0;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  offset = 0;
  await service.dueJobs.runFor(app.id);
});

/** Both clocks, as the API gateway moves them; then what became due here. */
async function advance(ms: number): Promise<void> {
  offset += ms;
  await sandbox.setClock(app.id, offset);
  await app.moveClock(offset);
  await service.dueJobs.runFor(app.id);
}

interface Listed {
  readonly differences: readonly {
    readonly difference_id: string;
    readonly kind: string;
    readonly side: string;
    readonly payment_id: string;
    readonly theirs: readonly object[];
  }[];
}

/** As the gateway's command line asks for them. */
async function openDifferences(query = `customer_app_id=${app.id}`) {
  const token = await service.gateway.signForCommand('payment-link');
  const { body } = await send<Listed>(service.internalUrl, {
    route: `GET /internal/reconciliation_differences?${query}`,
    token,
  });
  return body.differences;
}
const openKinds = async () =>
  (await openDifferences()).map(({ side, kind }) => `${side} ${kind}`).toSorted();

interface Paid {
  readonly paymentId: PaymentId;
  readonly reference: string;
  readonly payer: Payer;
}

async function pay(): Promise<Paid> {
  const payer = await Payer.of(app, sandbox);
  await payer.pay(CARDS.good);
  const { payment } = await payer.readLink();
  expect(payment?.status).toBe('EXECUTED');
  return paidOf(payer, payment?.payment_id);
}

async function paidOf(payer: Payer, paymentId?: string): Promise<Paid> {
  const [row] = await app.rows<{ attempt_id: string }>(
    `SELECT attempt_id FROM payments WHERE payment_id = $1`,
    [paymentId],
  );
  return { payer, paymentId: paymentId as PaymentId, reference: row?.attempt_id ?? '' };
}

/** As somebody who may do everything: past row-level security and what is append-only. */
async function meddle(sql: string, params: readonly unknown[]): Promise<void> {
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  try {
    await admin.query('SET session_replication_role = replica');
    expect((await admin.query(sql, [...params])).rowCount).toBe(1);
  } finally {
    await admin.end();
  }
}

/** A charge at the gateway that the service never asked for, and that nobody tells it of. */
async function chargeBehindOurBack(
  paymentId: string,
  reference: string = newId(new Date()),
): Promise<void> {
  const body = {
    reference,
    payment_id: paymentId,
    customer_app_id: app.id,
    merchant_account: 'ACCOUNT',
    amount: 12_500,
    currency: 'HKD',
    token: await sandbox.tokenize(CARDS.good, reference),
    store: false,
    off_session: true,
    purpose: 'PAYMENT',
    callback_url: NOBODY_URL,
  };
  const authorized = await send(sandbox.url, {
    route: 'POST /gw1/authorizations',
    token: GATEWAY_SECRET,
    body,
  });
  expect(authorized).toMatchObject({ body: { status: 'authorized' } });
  await sandbox.act(reference, 'capture');
}

const gauge = async (kind: string) => {
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const line = text
    .split('\n')
    .find((each) => each.startsWith('reconciliation_differences{') && each.includes(`"${kind}"`));
  return Number(line?.split(' ').at(-1));
};

describe('books that agree', () => {
  it('are compared for every hour that closed, and nothing is found', async () => {
    const { paymentId } = await pay();
    await advance(2 * HOUR_MS);
    await advance(2 * DAY_MS);
    expect(await openKinds()).toEqual([]);
    const kept = await app.rows(`SELECT subject, kind, amount, currency FROM settled_entries`);
    expect(kept).toEqual([{ subject: paymentId, kind: 'CHARGE', amount: 12_500, currency: 'HKD' }]);
  });

  it('are compared at once for an operator, with what is missing here', async () => {
    const stranger = newId<PaymentId>(new Date());
    await chargeBehindOurBack(stranger);
    await sandbox.setClock(app.id, 2 * HOUR_MS);
    await app.moveClock(2 * HOUR_MS);
    expect(await openKinds()).toEqual([]);
    const token = await service.gateway.signForCommand('payment-link');
    const run = await send<{ reconciled: number }>(service.internalUrl, {
      route: 'POST /internal/reconciliations/run',
      token,
      body: { customer_app_id: app.id },
    });
    expect(run.body.reconciled).toBeGreaterThan(0);
    expect(await openKinds()).toEqual(['CHARGE MISSING_HERE']);
  });

  it('with refunds of one payment, each of them', async () => {
    const { paymentId } = await pay();
    const refund = (amount: number, key: string) =>
      send<{ status: string }>(service.publicUrl, {
        route: `POST /payments/${paymentId}/refunds`,
        token: app.token,
        body: { amount },
        headers: { 'idempotency-key': key },
      });
    for (const amount of [400, 600, 400]) {
      const { body } = await refund(amount, `${paymentId} ${offset}`);
      expect(body.status).toBe('EXECUTED');
      await advance(2 * HOUR_MS);
    }
    await advance(2 * DAY_MS);
    expect(await openKinds()).toEqual([]);
    await refund(500, `${paymentId} last`);
    await meddle(`UPDATE refunds SET amount = 501 WHERE payment_id = $1 AND amount = 500`, [
      paymentId,
    ]);
    await advance(2 * HOUR_MS);
    expect(await openKinds()).toEqual(['REFUND MISSING_HERE']);
  });

  it('may meet anywhere within a month of the clock', async () => {
    await advance(10 * DAY_MS);
    await pay();
    await advance(20 * DAY_MS);
    await pay();
    await advance(2 * DAY_MS);
    expect(await openKinds()).toEqual([]);
    expect(await app.rows('SELECT 1 FROM settled_entries')).toHaveLength(2);
  });

  it('with money that no link took, on both its ways', async () => {
    const { payer, reference } = await capturedAndCancelled();
    await advance(2 * HOUR_MS);
    await advance(2 * HOUR_MS);
    await advance(2 * DAY_MS);
    expect((await sandbox.find(reference))['status']).toBe('refunded');
    expect((await payer.readLink()).status).toBe('CANCELLED');
    expect(await openKinds()).toEqual([]);
    const kept = await app.rows<{ kind: string }>(`SELECT kind FROM settled_entries`);
    expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['CHARGE', 'REFUND']);
  });
});

/** A call-back would tell of the money before the reconciliation does, so none comes. */
async function capturedAndCancelled(): Promise<Paid> {
  const payer = await Payer.of(app, sandbox);
  const { attempt_id: reference } = (await payer.select()).body;
  const { status } = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
  expect(status).toBe(200);
  const [row] = await app.rows<{ payment_id: PaymentId }>(
    `SELECT payment_id FROM payments WHERE attempt_id = $1`,
    [reference],
  );
  const paymentId = row?.payment_id as PaymentId;
  await chargeBehindOurBack(paymentId, reference);
  return { payer, paymentId, reference };
}

describe('a charge that we hold as not executed', () => {
  it('is found, asked for again and closed, and nothing is edited', async () => {
    const { paymentId } = await pay();
    await meddle(`DELETE FROM ledger_transfers WHERE payment_id = $1`, [paymentId]);
    await meddle(`UPDATE payments SET status = 'FAILED' WHERE payment_id = $1`, [paymentId]);
    await meddle(
      `UPDATE payment_attempts SET status = 'FAILED', follow_up_at = NULL WHERE payment_id = $1`,
      [paymentId],
    );
    await meddle(
      `UPDATE payment_links SET status = 'CREATED', open_attempt_id = NULL
       WHERE payment_link_id = (SELECT payment_link_id FROM payments WHERE payment_id = $1)`,
      [paymentId],
    );
    await advance(2 * HOUR_MS);
    const [payment] = await app.rows<{ status: string }>(`SELECT status FROM payments`);
    expect(payment?.status).toBe('EXECUTED');
    const events = await app.rows(
      `SELECT 1 FROM outbox WHERE event_name = 'payment.status_corrected'`,
    );
    expect(events).toHaveLength(1);
    expect(await app.rows(`SELECT kind FROM ledger_transfers`)).toEqual([{ kind: 'PAYMENT' }]);
    await advance(6 * MINUTE_MS);
    expect(await openKinds()).toEqual([]);
    const differences = await app.rows<{ kind: string; closed: boolean }>(
      `SELECT kind, closed_at IS NOT NULL AS closed FROM reconciliation_differences`,
    );
    expect(differences).toEqual([{ kind: 'MISSING_HERE', closed: true }]);
  });
});

describe('a difference', () => {
  it('is a settled payment that the ledger lacks; it is reported once, and by a metric', async () => {
    const { paymentId } = await pay();
    await meddle(`DELETE FROM ledger_transfers WHERE payment_id = $1`, [paymentId]);
    await advance(2 * HOUR_MS);
    const [found] = await openDifferences();
    expect(found).toMatchObject({ kind: 'MISSING_HERE', side: 'CHARGE', payment_id: paymentId });
    expect(found?.theirs).toMatchObject([{ amount: 12_500, currency: 'HKD' }]);
    expect(await gauge('MISSING_HERE')).toBeGreaterThan(0);
    await advance(DAY_MS);
    expect(await openDifferences()).toEqual([found]);
    expect(await openDifferences(`after=${found?.difference_id}`)).toEqual([]);
  });

  it.each([
    ['amount = amount + 1', 'CHARGE AMOUNT'],
    [`currency = 'USD'`, 'CHARGE CURRENCY'],
  ])('is a payment with another sum (%s), until it agrees', async (change, kind) => {
    const { paymentId } = await pay();
    await meddle(`UPDATE payments SET ${change} WHERE payment_id = $1`, [paymentId]);
    await advance(2 * HOUR_MS);
    expect(await openKinds()).toEqual([kind]);
    const mended = `UPDATE payments SET amount = 12500, currency = 'HKD' WHERE payment_id = $1`;
    await meddle(mended, [paymentId]);
    await advance(HOUR_MS);
    expect(await openKinds()).toEqual([]);
  });

  it('is money taken twice for one payment, or for one that we do not have', async () => {
    const { paymentId } = await pay();
    await chargeBehindOurBack(paymentId);
    await chargeBehindOurBack(newId(new Date()));
    await advance(2 * HOUR_MS);
    expect(await openKinds()).toEqual(['CHARGE MISSING_HERE', 'CHARGE TWICE']);
  });

  it('is an executed payment that the gateway never settled, after a day', async () => {
    const { paymentId } = await pay();
    const stranger = newId<PaymentId>(new Date());
    await meddle(`UPDATE ledger_transfers SET payment_id = $2 WHERE payment_id = $1`, [
      paymentId,
      stranger,
    ]);
    await meddle(`UPDATE payments SET payment_id = $2 WHERE payment_id = $1`, [
      paymentId,
      stranger,
    ]);
    await advance(2 * HOUR_MS);
    expect(await openKinds()).toEqual(['CHARGE MISSING_HERE']);
    await advance(26 * HOUR_MS);
    expect(await openKinds()).toEqual(['CHARGE MISSING_HERE', 'CHARGE MISSING_THERE']);
  });

  it('is not visible to another app', async () => {
    const { paymentId } = await pay();
    await meddle(`DELETE FROM ledger_transfers WHERE payment_id = $1`, [paymentId]);
    await advance(2 * HOUR_MS);
    const other = await service.customerApp(['HKD']);
    const rows = await other.rows('SELECT 1 FROM reconciliation_differences');
    expect([rows, await openDifferences(`customer_app_id=${other.id}`)]).toEqual([[], []]);
    expect(await openDifferences()).toHaveLength(1);
  });
});

describe('a run', () => {
  const key = () => ({ customerAppId: app.id, appType: 'TEST', integrationId: 'GW1' }) as const;
  const reconcile = () => service.app.get(ReconciliationService).reconcile(key());
  const makeDue = () =>
    app.rows(`UPDATE reconciliations SET due_at = now() - interval '1 day' RETURNING 1`);
  const until = async () => {
    const [row] = await app.rows<{ settled_until: Date }>(
      `SELECT settled_until FROM reconciliations WHERE integration_id = 'GW1'`,
    );
    return row?.settled_until.getTime() ?? 0;
  };

  it('by many at once is one run', async () => {
    // What lies behind is read a week at a time, which is several runs.
    await advance(2 * HOUR_MS);
    const { paymentId } = await pay();
    await meddle(`DELETE FROM ledger_transfers WHERE payment_id = $1`, [paymentId]);
    offset += 2 * HOUR_MS;
    await app.moveClock(offset);
    const runs = await Promise.all(Array.from({ length: 8 }, reconcile));
    expect(runs.filter(Boolean)).toHaveLength(1);
    expect(await openKinds()).toEqual(['CHARGE MISSING_HERE']);
  });

  it('starts again from its beginning after it died, and reports nothing twice', async () => {
    const { paymentId } = await pay();
    await meddle(`DELETE FROM ledger_transfers WHERE payment_id = $1`, [paymentId]);
    const before = await until();
    await advance(2 * HOUR_MS);
    expect(await until()).toBeGreaterThan(before);
    // Everything it did is there but the last step.
    await app.rows(`UPDATE reconciliations SET settled_until = $1 RETURNING 1`, [new Date(before)]);
    await makeDue();
    await service.dueJobs.runFor(app.id);
    expect(await until()).toBeGreaterThan(before);
    expect(await app.rows('SELECT 1 FROM reconciliation_differences')).toHaveLength(1);
    expect(await app.rows('SELECT 1 FROM settled_entries')).toHaveLength(1);
  });

  it(
    'without an answer of the gateway moves nothing on, and is tried again',
    async () => {
      const away = await TestPaymentLink.start();
      try {
        const here = await away.customerApp(['HKD']);
        await away.dueJobs.runFor(here.id);
        const read = () =>
          here.rows<{ settled_until: Date; due_at: Date }>(
            `SELECT settled_until, due_at FROM reconciliations
             WHERE integration_id <> 'MANDATES' ORDER BY integration_id`,
          );
        const before = await read();
        expect(before).toHaveLength(5);
        await here.moveClock(2 * HOUR_MS);
        await away.dueJobs.runFor(here.id);
        const after = await read();
        expect(after.map((row) => row.settled_until)).toEqual(
          before.map((row) => row.settled_until),
        );
        const soonest = Math.min(...after.map((row) => row.due_at.getTime()));
        expect(soonest - Date.now()).toBeGreaterThan(2 * HOUR_MS);
      } finally {
        await away.end();
      }
    },
    START_MS,
  );
});
