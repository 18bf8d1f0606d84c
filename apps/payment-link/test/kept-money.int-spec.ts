import type { PaymentAccountId } from '@towpath/kernel';
import { RetentionJob } from '@towpath/persistence';
import { eventually, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { WriteCheckpoints } from '../src/money/ledger/write-checkpoints.job.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { paymentLinkRetention } from '../src/persistence/retention.js';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

const OPENING = 50_000;
const card = { token: 'tok', last4: '4242' };
const GATEWAY = 'GW1';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
let admin: pg.Client;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
  admin = await adminOf(service.database);
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  const opened = await app.settlementAccount('HKD', { opening_balance: OPENING });
  accountId = opened as PaymentAccountId;
});

/** An administrator who can make rows old: triggers do not fire for this connection. */
async function adminOf({ adminUrl }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`SET session_replication_role = replica`);
  return client;
}

interface Paid {
  readonly linkId: string;
  readonly paymentId: string;
}

const STORING = { payment_setup_options: { future_payments: 'AUTOPAY' } };

async function pay(members: object = {}): Promise<Paid> {
  const payer = await Payer.of(app, {} as TestSandbox, linkBody(members));
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, card);
  const { payment } = await payer.readLink();
  return { linkId: payer.linkId, paymentId: payment?.payment_id ?? '' };
}

/** A refund and what the gateway settled, as other parts write them. */
async function refund({ paymentId }: Paid): Promise<void> {
  const key = [app.id, paymentId];
  await admin.query(
    `INSERT INTO refunds (customer_app_id, refund_id, payment_id, kind, status, amount, currency,
       reason, facts, sequence, created_at, updated_at)
     VALUES ($1, 'refund of ' || $2, $2, 'REQUESTED', 'EXECUTED', 1, 'HKD', 'test', '{}', 1,
       now(), now())`,
    key,
  );
  await admin.query(
    `INSERT INTO refund_state_changes (customer_app_id, refund_id, sequence, command, to_status,
       occurred_at) VALUES ($1, 'refund of ' || $2, 1, 'create', 'EXECUTED', now())`,
    key,
  );
  await admin.query(
    `INSERT INTO settled_entries VALUES ($1, 'TEST', '${GATEWAY}', 'entry of ' || $2, $2, 'a',
       'CHARGE', 1, 'HKD', now(), now())`,
    key,
  );
}

/** Moves every time of the app's rows back, but for the tables that are named, and the audit. */
async function age(days: number, except: readonly string[] = []): Promise<void> {
  const { rows } = await admin.query<{ name: string; sets: string }>(
    `SELECT tgrelid::regclass::text AS name,
       string_agg(format('%I = %I - $2 * interval ''1 day''', attname, attname), ', ') AS sets
     FROM pg_trigger JOIN pg_attribute ON attrelid = tgrelid
     WHERE tgrelid::regclass::text NOT LIKE 'audit%'
       AND tgfoid::regproc::text = 'refuse_early_delete' AND atttypid = 'timestamptz'::regtype
     GROUP BY 1`,
  );
  for (const { name, sets } of rows) {
    if (except.includes(name)) continue;
    await admin.query(`UPDATE ${name} SET ${sets} WHERE customer_app_id = $1`, [app.id, days]);
  }
}

const retention = () => new RetentionJob(service.transactions, paymentLinkRetention).runDue();
/** A checkpoint waits for transactions of every database of the server to end. */
const checkpoints = () =>
  eventually(
    async () => {
      await service.app.get(WriteCheckpoints).write(1_000);
      const uncovered = await admin.query(
        `SELECT FROM ledger_transfers t, unnest(ARRAY[debit_account, credit_account]) AS account
         WHERE customer_app_id = $1 AND NOT EXISTS (SELECT FROM ledger_checkpoints c
           WHERE c.customer_app_id = $1 AND c.ledger_account = account
             AND c.currency = t.currency AND c.covers_before > t.written_by)`,
        [app.id],
      );
      return uncovered.rowCount === 0;
    },
    { deadlineMs: 20_000, describe: 'a checkpoint of every account' },
  );
const balance = () =>
  service.transactions.forApp(app.id, (tx) =>
    service.app.get(LedgerReads).balance(tx, { kind: 'SETTLEMENT', accountId, currency: 'HKD' }),
  );

/** Rows of the app in each of the tables, those without any left out. */
async function count(tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await admin.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${table} WHERE customer_app_id = $1`,
      [app.id],
    );
    if (Number(rows[0]?.n) > 0) counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

const PAYMENT = [
  'payments',
  'payment_state_changes',
  'refunds',
  'refund_state_changes',
  'charges',
  'settled_entries',
  'payment_methods',
  'payment_method_state_changes',
];
const LINK = [
  'payment_links',
  'payment_link_state_changes',
  'payment_attempts',
  'payment_attempt_state_changes',
];
const ALL = [...PAYMENT, ...LINK, 'ledger_transfers'];

describe('seven years after a payment', () => {
  it('the payment is deleted with all that belongs to it, and no balance changes', async () => {
    const old = await pay();
    await refund(old);
    await age(2_557.01);
    await checkpoints();
    const before = await balance();
    expect(before).toBe(OPENING + 12_500);
    const young = await pay();
    await retention();
    expect(await count(ALL)).toMatchObject({ payments: 1, payment_links: 1, ledger_transfers: 2 });
    expect(await balance()).toBe(before + 12_500);
    expect((await app.send(`GET /payments/${old.paymentId}`)).status).toBe(400);
    expect((await app.send(`GET /payment_links/${old.linkId}`)).status).toBe(400);
    expect((await app.send(`GET /payments/${young.paymentId}`)).status).toBe(200);
  });

  it('nothing of the payment is left but the opening balance', async () => {
    await refund(await pay());
    await age(2_557.01);
    await checkpoints();
    await retention();
    expect(await count(ALL)).toEqual({ ledger_transfers: 1 });
    expect(await balance()).toBe(OPENING + 12_500);
  });

  it('one day before the limit nothing is deleted', async () => {
    await refund(await pay());
    await age(2_556);
    await checkpoints();
    const before = await count(ALL);
    expect(before).toMatchObject({ payments: 1, refunds: 1, payment_links: 1 });
    expect(await retention()).toBe(0);
    expect(await count(ALL)).toEqual(before);
  });

  it.each(['refunds', 'refund_state_changes', 'settled_entries', 'payment_state_changes'])(
    'a payment stays while one of its %s is younger',
    async (table) => {
      await refund(await pay());
      await age(2_600, [table]);
      await checkpoints();
      const before = await count(ALL);
      await retention();
      expect(await count(ALL)).toEqual(before);
    },
  );

  it('transfers of the payment wait for a checkpoint of both accounts', async () => {
    // no checkpoint covers what was written after this transaction began, not even the service's own
    const open = await adminOf(service.database);
    await open.query('BEGIN; SELECT pg_current_xact_id()');
    await pay();
    await age(2_557.01);
    await retention();
    expect(await count(ALL)).toEqual({ ledger_transfers: 2 });
    await open.end();
    await checkpoints();
    await retention();
    expect(await count(ALL)).toEqual({ ledger_transfers: 1 });
    expect(await balance()).toBe(OPENING + 12_500);
  });
});

describe('a stored method', () => {
  it('stays while it works, with the link that made it', async () => {
    await pay(STORING);
    await age(2_600);
    await retention();
    const left = await count(ALL);
    expect(left).toMatchObject({ payment_methods: 1, payment_links: 1 });
    expect(left).not.toHaveProperty('payments');
  });
});

describe('a consent', () => {
  const consents = async (...changes: (readonly [given: boolean, days: number])[]) => {
    for (const [index, [given, days]] of changes.entries()) {
      await admin.query(
        `INSERT INTO autopay_consent_changes VALUES ($1, 'user', $2, $3, 'TEST',
           now() - $4 * interval '1 day')`,
        [app.id, index + 1, given, days],
      );
    }
    await retention();
    const { rows } = await admin.query<{ sequence: string }>(
      `SELECT sequence FROM autopay_consent_changes WHERE customer_app_id = $1 ORDER BY 1`,
      [app.id],
    );
    return rows.map(({ sequence }) => Number(sequence));
  };

  it('that is still given stays, at any age', async () => {
    expect(await consents([true, 9_000])).toEqual([1]);
  });

  it('is kept for seven years after its end', async () => {
    expect(await consents([true, 9_000], [false, 2_556])).toEqual([1, 2]);
  });

  it('goes with the refusal that ended it', async () => {
    expect(await consents([true, 9_000], [false, 2_558], [true, 100])).toEqual([3]);
  });
});

describe('a charge of a mandate', () => {
  const charge = (paymentId: string, status: string, days: number) =>
    admin.query(
      `INSERT INTO mandate_charges (customer_app_id, payment_id, mandate_id, status, amount,
         currency, bank, follow_ups_asked, created_at)
       VALUES ($1, $2, 'mandate', $3, 100, 'HKD', '{}', 0, now() - $4 * interval '1 day')`,
      [app.id, paymentId, status, days],
    );
  const charges = async () => {
    await retention();
    const { rows } = await admin.query<{ payment_id: string }>(
      `SELECT payment_id FROM mandate_charges WHERE customer_app_id = $1 ORDER BY 1`,
      [app.id],
    );
    return rows.map(({ payment_id }) => payment_id);
  };

  it('that was refused is kept for 30 days; others stay', async () => {
    await charge('fresh', 'REFUSED', 29.9);
    await charge('old', 'REFUSED', 30.1);
    await charge('open', 'STARTED', 400);
    await charge('taken', 'ACCEPTED', 400);
    expect(await charges()).toEqual(['fresh', 'open', 'taken']);
  });

  it('goes with its payment', async () => {
    const { paymentId } = await pay();
    await charge(paymentId, 'ACCEPTED', 2_557.01);
    expect(await charges()).toEqual([paymentId]);
    await age(2_557.01);
    expect(await charges()).toEqual([]);
  });
});

describe('before its time', () => {
  it('no role deletes kept money, not even the administrator', async () => {
    await refund(await pay(STORING));
    const strict = new pg.Client({ connectionString: service.database.adminUrl });
    await strict.connect();
    try {
      // Charges are made without a page: there is none here.
      const tables = ALL.filter((table) => table !== 'charges');
      expect(Object.keys(await count(ALL))).toEqual(tables);
      for (const table of tables) {
        await expect(
          strict.query(`DELETE FROM ${table} WHERE customer_app_id = $1`, [app.id]),
        ).rejects.toThrow(`rows of ${table} are never changed nor deleted before 2557 days`);
      }
    } finally {
      await strict.end();
    }
  });
});
