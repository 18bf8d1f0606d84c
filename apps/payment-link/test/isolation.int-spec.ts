/** @proves promise-7 */
import { Transactions } from '@towpath/persistence';
import pg from 'pg';
import { NOT_SEEN } from '../src/cards/card-gateways/ports.js';
import { GatewayNotesService } from '../src/cards/gateway-notes/gateway-notes.service.js';
import { billBody } from './bills.fixture.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let mine: TestCustomerApp;
let theirs: TestCustomerApp;
let tables: string[];
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
  [mine, theirs] = [await service.customerApp(['HKD']), await service.customerApp(['HKD'])];
  for (const app of [mine, theirs]) await fillEveryTable(app);
  const rows = await asRole<{ name: string }>(
    service.database.adminUrl,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
       AND tablename NOT IN ('migrations', 'audit_seals') ORDER BY 1`,
  );
  tables = rows.map(({ name }) => name);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

/** A paid link with a stored card, and a cancelled one whose money comes back. */
async function fillEveryTable(app: TestCustomerApp): Promise<void> {
  await app.send('POST /testing/bills', billBody());
  await app.send('POST /testing/incoming_transfers', { amount: 1, currency: 'HKD' });
  const payer = await Payer.of(
    app,
    {} as TestSandbox,
    linkBody({ payment_setup_options: { future_payments: 'AUTOPAY' } }),
  );
  const user = `POST /payment_users/${payer.link.sender?.user_id}`;
  const { body } = await payer.select();
  const from = { 'x-client-address': '203.0.113.9' };
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' }, from);
  await app.send(user, { autopay_consent: true });
  await app.send('POST /payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'Ada',
    institution_id: 'testbank',
    user_id: payer.link.sender?.user_id,
  });
  await payTo(app, payer.link.sender?.user_id ?? '');
  const { payment_method: method, payment } = await payer.readLink();
  const dispute = new PublishedDispute(service, app, { payment_id: payment?.payment_id ?? '' });
  await dispute.moves('ACTION_REQUIRED', 'LOST');
  await app.send('POST /payments', {
    amount: 100,
    currency: 'HKD',
    payment_method_id: method?.payment_method_id,
    payment_details: {},
  });
  const dead = await Payer.of(app, {} as TestSandbox);
  const { body: attempt } = await dead.select();
  gateway.silences.add('authorize');
  await dead.submitToken(attempt.attempt_id, { token: 'tok', last4: '4242' });
  gateway.silences.clear();
  gateway.book(attempt.attempt_id).status = 'captured';
  await app.send(`POST /payment_links/${dead.linkId}/cancel`);
  await service.dueJobs.runFor(app.id);
  const ada = await app.send<{ user_id: string }>('POST /payment_users', {
    name: 'Ada',
    external_user_id: 'ada',
    autopay_consent: true,
  });
  const { user_id } = ada.body;
  await app.order('payment_users/erase', { user_id, reason: 'asked for' });
  await remember(app);
}

/** What a gateway that cannot be asked reports. */
async function remember({ id }: TestCustomerApp): Promise<void> {
  const note = { occurredAt: new Date(), about: 'CHARGE', answer: NOT_SEEN } as const;
  const place = { integrationId: 'GW1', connector: 'remembering' };
  const event = { place, eventId: 'evt_1', reference: 'a-reference', note };
  const notes = service.app.get(GatewayNotesService);
  await service.app.get(Transactions).forApp(id, (tx) => notes.take(tx, event));
}

/** A payout that waits for its confirmation: nothing has to pay it. */
async function payTo(app: TestCustomerApp, user_id: string): Promise<void> {
  const { body: account } = await app.send<{ account_id: string }>('POST /payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'Ada',
    institution_id: 'testbank',
    user_id,
    account_number: { type: 'LOCAL', number: '012-345-678-833' },
  });
  const [sender] = await app.rows<{ account_id: string }>(
    'SELECT account_id FROM payment_accounts',
  );
  await send(service.publicUrl, {
    route: 'POST /payouts',
    token: app.token,
    headers: { 'idempotency-key': 'payout' },
    body: {
      amount: 1,
      currency: 'HKD',
      confirm: false,
      payment_details: { description: 'March', external_transaction_reference: 'PAYOUT-1' },
      sender_account: { account_id: sender?.account_id },
      recipient_account: account,
    },
  });
}

async function asRole<R extends object>(url: string, sql: string, tenant?: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    if (tenant) await client.query(`SELECT set_config('app.customer_app_id', $1, true)`, [tenant]);
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

const EMPTY_HERE = new Set([
  'operator_actions',
  'aggregate_positions',
  'parked_messages',
  'ledger_checkpoints',
  'settled_entries',
  'reconciliation_differences',
  'mandate_charges',
  'forgotten_cards',
  'processor_entries',
  'processor_payouts',
]);

describe("row-level security, with the application's own filter removed", () => {
  it('shows each app its own rows in every table, and no others', async () => {
    const { app } = service.database.urls;
    for (const table of tables) {
      const rows = await asRole<{ customer_app_id: string }>(
        app,
        `SELECT customer_app_id FROM "${table}"`,
        mine.id,
      );
      const owners = new Set(rows.map((row) => row.customer_app_id));
      expect([table, [...owners]]).toEqual([table, EMPTY_HERE.has(table) ? [] : [mine.id]]);
    }
  });

  it('shows nothing without a tenant, neither to the app nor to the owner', async () => {
    const { app, owner } = service.database.urls;
    for (const table of tables) {
      for (const url of [app, owner]) {
        const rows = await asRole(url, `SELECT 1 FROM "${table}" LIMIT 1`);
        expect([table, rows]).toEqual([table, []]);
      }
    }
  });

  it('refuses to write into another app', async () => {
    const { app } = service.database.urls;
    const stolen = `UPDATE payment_links SET customer_app_id = '${theirs.id}' RETURNING 1`;
    await expect(asRole(app, stolen, mine.id)).rejects.toThrow('row-level security');
    const touched = await asRole(
      app,
      `UPDATE payment_links SET metadata = '{}' WHERE customer_app_id = '${theirs.id}' RETURNING 1`,
      mine.id,
    );
    expect(touched).toEqual([]);
  });

  it('lets the worker read only the columns that its jobs need', async () => {
    const { worker } = service.database.urls;
    const allowed = await asRole<{ name: string }>(
      worker,
      `SELECT table_name AS name FROM information_schema.role_table_grants
       WHERE grantee = current_user AND privilege_type = 'SELECT' ORDER BY 1`,
    );
    const own = allowed
      .map(({ name }) => name)
      .filter((name) => /^(charge|payment|payout|ledger|refund)/.test(name));
    expect(own).toEqual([
      'charges',
      'ledger_accounts',
      'ledger_checkpoints',
      'ledger_transfers',
      'payment_attempts',
      'payment_links',
      'payouts',
      'refunds',
    ]);
    const changed = `UPDATE payment_links SET status = 'PAID' RETURNING 1`;
    await expect(asRole(worker, changed)).rejects.toThrow('permission denied');
  });
});

describe('what is never changed', () => {
  it.each([
    'ledger_transfers',
    'ledger_accounts',
    'payment_link_state_changes',
    'payment_attempt_state_changes',
    'payment_state_changes',
    'payment_method_state_changes',
    'payout_state_changes',
    'refund_state_changes',
    'incoming_transfers',
    'autopay_consent_changes',
    'payment_user_erasures',
    'settlement_account_audit',
  ])('%s cannot be updated or deleted by any role', async (table) => {
    const { app, owner } = service.database.urls;
    for (const sql of [`DELETE FROM "${table}"`, `UPDATE "${table}" SET customer_app_id = 'x'`]) {
      await expect(asRole(app, sql, mine.id)).rejects.toThrow('permission denied');
      await expect(asRole(service.database.adminUrl, sql)).rejects.toThrow('never changed');
    }
    await expect(asRole(owner, `TRUNCATE "${table}" CASCADE`)).rejects.toThrow('never changed');
  });
});

describe('the database by itself', () => {
  it('has room for one open or succeeded attempt of a link', async () => {
    const second = `INSERT INTO payment_attempts SELECT (jsonb_populate_record(a,
      jsonb_build_object('attempt_id', 'second', 'ordinal', 99, 'status', 'SELECTED'))).*
      FROM payment_attempts a WHERE status = 'SUCCEEDED' LIMIT 1`;
    await expect(asRole(service.database.adminUrl, second)).rejects.toThrow(
      'payment_attempts_one_per_link',
    );
  });

  it('has room for one transfer of a kind for a payment', async () => {
    const second = `INSERT INTO ledger_transfers SELECT (jsonb_populate_record(t,
      jsonb_build_object('ledger_transfer_id', 'second'))).*
      FROM ledger_transfers t WHERE kind = 'PAYMENT' LIMIT 1`;
    await expect(asRole(service.database.adminUrl, second)).rejects.toThrow(
      'ledger_transfers_once_per_payment',
    );
  });

  it.each([
    ['amount', '0', 'ledger_transfers_amount_check'],
    ['currency', '"JPY"', 'ledger_transfers_(debit|credit)_fkey'],
    ['credit_account', '"clearing:x"', 'ledger_transfers_credit_fkey'],
  ])('refuses a transfer with %s = %s', async (column, value, constraint) => {
    const wrong = `INSERT INTO ledger_transfers SELECT (jsonb_populate_record(t,
      '{"ledger_transfer_id": "wrong", "payment_id": null, "${column}": ${value}}')).*
      FROM ledger_transfers t WHERE kind = 'PAYMENT' LIMIT 1`;
    await expect(asRole(service.database.adminUrl, wrong)).rejects.toThrow(new RegExp(constraint));
  });
});

describe('an ID of another app', () => {
  it('answers as an unknown one, in every operation that takes an ID', async () => {
    const [link] = await theirs.rows<{ payment_link_id: string; user_id: string }>(
      `SELECT payment_link_id, user_id FROM payment_links WHERE status = 'PAID'`,
    );
    const [payment] = await theirs.rows<{ payment_id: string }>(`SELECT payment_id FROM payments`);
    const [method] = await theirs.rows<{ payment_method_id: string }>(
      `SELECT payment_method_id FROM payment_methods`,
    );
    const [account] = await theirs.rows<{ account_id: string }>(
      `SELECT account_id FROM external_accounts`,
    );
    const [payout] = await theirs.rows<{ payout_id: string }>(`SELECT payout_id FROM payouts`);
    const routes = [
      `GET /payouts/${payout?.payout_id}`,
      `POST /payouts/${payout?.payout_id}/confirm`,
      `POST /payouts/${payout?.payout_id}/cancel`,
      `GET /payment_links/${link?.payment_link_id}`,
      `POST /payment_links/${link?.payment_link_id}/cancel`,
      `GET /payments/${payment?.payment_id}`,
      `GET /payment_users/${link?.user_id}`,
      `POST /payment_users/${link?.user_id}`,
      `GET /payment_users/${link?.user_id}/payment_methods`,
      `GET /payment_users/${link?.user_id}/payment_accounts`,
      `DELETE /payment_accounts/${account?.account_id}`,
      `GET /payment_methods/${method?.payment_method_id}`,
      `POST /payment_methods/${method?.payment_method_id}/cancel`,
    ];
    for (const route of routes) {
      const body = route.startsWith('POST /payment_users') ? {} : undefined;
      const foreign = await mine.send<object>(route, body);
      const unknown = await mine.send<object>(
        route.replace(/[0-9A-Z]{26}/, '01JQ000000000000000000N0NE'),
        body,
      );
      const answerIn = ({
        status,
        body: { error },
      }: typeof foreign & { body: { error?: object } }) => ({
        status,
        ...error,
        request_id: '',
      });
      expect([route, answerIn(foreign)]).toEqual([route, answerIn(unknown)]);
      expect(foreign.status).toBe(400);
    }
  });
});
