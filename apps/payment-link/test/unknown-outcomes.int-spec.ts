/** @proves promise-3, promise-10, receiveCardCallback */
import { createHmac } from 'node:crypto';
import { newId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { CARDS, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Both clocks, as the API gateway moves them; then what became due here. */
async function advanceTo(offsetMs: number): Promise<void> {
  await sandbox.setClock(app.id, offsetMs);
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

async function ledgerBalances(): Promise<Record<string, number>> {
  const rows = await app.rows<{ kind: string; balance: number }>(
    `SELECT a.kind, coalesce(sum(CASE WHEN t.credit_account = a.ledger_account
         THEN t.amount ELSE -t.amount END), 0)::bigint AS balance
     FROM ledger_accounts a LEFT JOIN ledger_transfers t
       ON a.ledger_account IN (t.credit_account, t.debit_account) AND a.currency = t.currency
     GROUP BY a.kind`,
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

function callBack(body: object, secret = GATEWAY_SECRET, ageS = 0): Promise<{ status: number }> {
  const text = JSON.stringify(body);
  const seconds = Math.floor(Date.now() / SECOND_MS) - ageS;
  const mac = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
  return send(service.publicUrl, {
    route: 'POST /callbacks/cards/gw1',
    body: text,
    headers: { 'gw-signature': `t=${seconds},v1=${mac}` },
  });
}

describe('an answer that is lost', () => {
  it('leaves the payment as it is, then records what the gateway did, once', async () => {
    const payer = await Payer.of(app, sandbox);
    const lost = await payer.pay(CARDS.lost);
    expect(lost.body).toMatchObject({ session_status: 'PROCESSING', money_moved: 'UNKNOWN' });
    const second = await payer.select();
    expect(second).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    expect((await payer.readLink()).payment?.status).toBe('SUBMITTED');
    await advanceTo(5 * SECOND_MS);
    expect((await payer.readLink()).status).toBe('CREATED');
    await advanceTo(15 * SECOND_MS);
    const link = await payer.reaches('COMPLETE');
    expect(link).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
    expect(await ledgerBalances()).toMatchObject({ SETTLEMENT: 12_500, CLEARING: -12_500 });
  });

  it('stores the card of a set-up when the gateway shows it', async () => {
    const payer = await Payer.of(app, sandbox, setupBody());
    await payer.pay(CARDS.lost);
    await advanceTo(15 * SECOND_MS);
    const link = await payer.reaches('COMPLETE');
    expect(link).toMatchObject({
      status: 'SETUP_SUCCEEDED',
      payment_method: { card: { status: 'SUCCEEDED' } },
    });
  });
});

describe('a late authorization', () => {
  it('shows PROCESSING until the gateway decides', async () => {
    const payer = await Payer.of(app, sandbox);
    const { body } = await payer.pay(CARDS.late);
    expect(body).toMatchObject({
      session_status: 'PROCESSING',
      attempt: { status: 'AUTHORIZING' },
    });
    await advanceTo(12 * SECOND_MS);
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
    await advanceTo(31 * SECOND_MS);
    await advanceTo(2 * MINUTE_MS);
    expect((await payer.reaches('COMPLETE')).status).toBe('PAID');
  });

  it('outlives the validity of the link, and its success counts', async () => {
    const payer = await Payer.of(app, sandbox);
    await app.moveClock(30 * DAY_MS - 5 * SECOND_MS);
    await sandbox.setClock(app.id, 30 * DAY_MS - 5 * SECOND_MS);
    await payer.pay(CARDS.late);
    await advanceTo(30 * DAY_MS + SECOND_MS);
    expect((await payer.readLink()).status).toBe('CREATED');
    await advanceTo(30 * DAY_MS + 40 * SECOND_MS);
    await advanceTo(30 * DAY_MS + 5 * MINUTE_MS);
    expect((await payer.reaches('COMPLETE')).status).toBe('PAID');
  });

  it('that fails after the validity lets the link expire', async () => {
    const payer = await Payer.of(app, sandbox);
    await app.moveClock(30 * DAY_MS - 5 * SECOND_MS);
    const { body } = await payer.pay(CARDS.challenged);
    await advanceTo(30 * DAY_MS + SECOND_MS);
    expect((await payer.readLink()).status).toBe('CREATED');
    await payer.decide(body, 'refuse');
    await payer.reaches('FAILED');
    await service.dueJobs.runFor(app.id);
    expect((await payer.readLink()).status).toBe('EXPIRED');
    const refused = await payer.select();
    expect(refused.status).toBe(400);
  });
});

describe('call-backs', () => {
  it('that come repeated and out of order charge once and publish once', async () => {
    const payer = await Payer.of(app, sandbox);
    await payer.pay(CARDS.scrambled);
    expect((await payer.reaches('COMPLETE')).status).toBe('PAID');
    await eventually(
      async () => {
        const rows = await app.rows(`SELECT 1 FROM inbox WHERE consumer_group LIKE 'call-backs%'`);
        return rows.length >= 2;
      },
      { deadlineMs: 15_000, describe: () => 'the call-backs have not arrived' },
    );
    const { payment } = await payer.readLink();
    const events = await app.rows(`SELECT 1 FROM outbox WHERE message_key = $1`, [
      payment?.payment_id,
    ]);
    expect(events).toHaveLength(5);
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });

  it('are not believed: a false one changes nothing', async () => {
    const payer = await Payer.of(app, sandbox);
    const { body } = await payer.pay(CARDS.challenged);
    const event = {
      event_id: 'evt_false',
      event: 'captured',
      reference: body.attempt?.attempt_id,
      customer_app_id: app.id,
    };
    expect((await callBack(event)).status).toBe(200);
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
  });

  it('need a valid and recent signature', async () => {
    const event = { event_id: 'evt_1', reference: newId(new Date()), customer_app_id: app.id };
    expect((await callBack(event, 'another-secret-that-is-long-enough')).status).toBe(401);
    expect((await callBack(event, GATEWAY_SECRET, 3_600)).status).toBe(401);
    const unsigned = { route: 'POST /callbacks/cards/gw1', body: event };
    expect((await send(service.publicUrl, unsigned)).status).toBe(401);
    const other = { route: 'POST /callbacks/cards/gw9', body: event };
    expect((await send(service.publicUrl, other)).status).toBe(401);
  });

  it('about a live app need a signature of live apps', async () => {
    const event = { event_id: 'evt_live', reference: newId(new Date()), customer_app_id: app.id };
    const become = (type: string) =>
      app.rows(`UPDATE customer_app_views SET app_type = $1 WHERE customer_app_id = $2`, [
        type,
        app.id,
      ]);
    await become('LIVE');
    try {
      expect((await callBack(event)).status).toBe(401);
    } finally {
      await become('TEST');
    }
    expect((await callBack(event)).status).toBe(200);
  });

  it.each([[{}], [{ event_id: 1 }], [{ event_id: 'e', customer_app_id: 'x' }]])(
    'of another shape are refused: %j',
    async (event) => {
      expect((await callBack(event)).status).toBe(400);
    },
  );

  it('about an unknown attempt are accepted and ignored', async () => {
    const event = { event_id: 'evt_2', reference: newId(new Date()), customer_app_id: app.id };
    expect((await callBack(event)).status).toBe(200);
  });
});

describe('money that arrives for a dead link', () => {
  it('is voided when it is only authorized', async () => {
    const payer = await Payer.of(app, sandbox);
    const { body } = await payer.pay(CARDS.challenged);
    const cancelled = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await payer.view()).toMatchObject({ attempt: { status: 'CANCELLED' } });
    await service.dueJobs.runFor(app.id);
    const reference = body.attempt?.attempt_id ?? '';
    await eventually(async () => (await sandbox.find(reference))['status'] === 'voided', {
      deadlineMs: 15_000,
      describe: () => 'the authorization is not voided',
    });
    expect((await payer.readLink()).payment?.status).toBe('CANCELLED');
    expect((await payer.view()).money_moved).toBe('NO');
    expect(await sandbox.ledger(app.id)).toEqual([]);
  });
});
