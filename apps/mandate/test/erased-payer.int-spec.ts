import { jest } from '@jest/globals';
import { eventRegistry, topicOf } from '@towpath/contracts';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import type {
  ListPaymentMethodsResponse,
  PaymentLinkResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { runGatewayCli, startSystem, temporaryFolder, type System } from '@towpath/local-system';
import {
  EventProbe,
  eventually,
  HostedPayer,
  MandatePayer,
  paymentOrder,
  RIGHT_OTP,
  TYPED,
  WebhookReceiver,
  type ChecklistEntry,
} from '@towpath/testing';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { AuthorizingShop } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

/** What the person leaves behind, each with its own name for the failure. */
const CANARIES = {
  name: 'Quillon Zephyrwood',
  email: 'quillon.zephyrwood@example.com',
  holder: 'Zephyrwood Q Accountholder',
  account: '012345976318',
  browser: 'CanaryBrowser',
  file: 'zephyrwood-receipt.pdf',
  evidence: 'a receipt of Quillon',
} as const;
const BROWSER = `${CANARIES.browser}/9.1`;
/** Another party, with books of its own. */
const NOT_OURS = new Set(['sandbox', 'postgres']);

const folder = temporaryFolder();
let system: System;
let shop: AuthorizingShop;
let probe: EventProbe;
let receiver: WebhookReceiver;
beforeAll(async () => {
  system = await startSystem({ dataDir: folder, durable: false });
  shop = await AuthorizingShop.open(system);
  const brokers = system.kafkaBrokers.split(',');
  const topics = [...new Set(eventRegistry.all().map(({ aggregate }) => topicOf(aggregate)))];
  probe = await EventProbe.start({ brokers, topics, from: 'beginning' });
  receiver = await WebhookReceiver.start();
  await shop.merchant.subscribe({ url: receiver.url('/shop') });
});
afterAll(async () => {
  await probe?.stop();
  await receiver?.stop();
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function inDatabase<T>(
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(system.adminUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function rowsOf<R extends object>(database: string, sql: string): Promise<R[]> {
  const { rows } = await inDatabase(database, (client) => client.query<R>(sql));
  return rows;
}

/** `database.table: canary` of every row that tells one, in text or in bytes. */
async function traces(): Promise<string[]> {
  const databases = await inDatabase('postgres', (client) =>
    client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE NOT datistemplate',
    ),
  );
  const ours = databases.rows.filter(({ name }) => !NOT_OURS.has(name));
  const found: string[] = [];
  for (const { name: database } of ours) {
    const told = await inDatabase(database, tracesIn);
    found.push(...told.map((place) => `${database}.${place}`));
  }
  return found;
}

/** All tables over one connection. */
async function tracesIn(client: pg.Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const found: string[] = [];
  for (const { name: table } of tables.rows) {
    for (const [canary, text] of Object.entries(CANARIES)) {
      const hex = Buffer.from(text).toString('hex');
      const { rows } = await client.query<{ told: boolean }>(
        `SELECT EXISTS (SELECT FROM ${table} t
           WHERE t::text ILIKE '%${text}%' OR t::text ILIKE '%${hex}%') AS told`,
      );
      if (rows[0]?.told) found.push(`${table}: ${canary}`);
    }
  }
  return found;
}

const order = {
  sender: { external_user_id: 'leaves-everything', name: CANARIES.name, email: CANARIES.email },
  mandate_details: { currency: 'HKD' },
};

interface Asked {
  readonly method: 'POST';
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

const asked: Asked[] = [];

/** Where the interface has a key, the answer is kept, so that the same request may be sent again. */
function ask<T>(path: string, body: object): Promise<T> {
  const headers = { 'idempotency-key': `left-${asked.length}` };
  const request = { method: 'POST', path, body, headers } as const;
  asked.push(request);
  return shop.merchant.call<T>(request);
}

/** The kept answers of requests that are sent again. */
async function repeats(): Promise<string> {
  const keyed = asked.filter(({ path }) => path === '/payments' || path === '/mandates');
  const answers = await Promise.all(keyed.map((request) => shop.merchant.send(request)));
  expect(answers.map(({ status }) => status)).toEqual(keyed.map(() => 200));
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(
    keyed.map(() => 'true'),
  );
  return answers.map(({ text }) => text).join();
}

/** A dispute of a payment, with a file that defends it. */
async function defend(paymentId: string): Promise<void> {
  const dispute = await ask<DisputeResponse>('/testing/disputes', { payment_id: paymentId });
  const file = new File([`%PDF-1.7 ${CANARIES.evidence}`], CANARIES.file);
  const form = new FormData();
  form.set('file', file);
  const { status } = await fetch(`${system.baseUrl}/disputes/${dispute.dispute_id}/evidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await shop.merchant.accessToken()}` },
    body: form,
  });
  expect(status).toBe(200);
}

const filesKept = async () =>
  (await rowsOf('dispute', 'SELECT 1 FROM dispute_evidence WHERE sealed_content IS NOT NULL'))
    .length;

/** Links paid and unpaid, a card that is kept and charged, an account: the ID of the person. */
async function leavePayments(): Promise<string> {
  const { name, email, external_user_id } = order.sender;
  const { user_id: userId } = await ask<PaymentUserResponse>('/payment_users', {
    ...{ name, email, external_user_id },
    autopay_consent: true,
  });
  const payment_setup_options = { future_payments: 'AUTOPAY' } as const;
  const terms = paymentOrder({ sender: order.sender, payment_setup_options });
  const link = await ask<PaymentLinkResponse>('/payment_links', terms);
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  expect((await payer.pay('authorized')).body).toMatchObject({ status: 'PAID' });
  await ask('/payment_links', paymentOrder({ sender: order.sender }));
  const path = `/payment_users/${userId}/payment_methods`;
  const { payment_methods: kept } = await shop.merchant.call<ListPaymentMethodsResponse>({
    method: 'GET',
    path,
  });
  await ask('/payments', {
    ...{ amount: 500, currency: 'HKD', payment_details: {} },
    payment_method_id: kept[0]?.payment_method_id,
  });
  await defend((await shop.merchant.link(link.payment_link_id)).payment?.payment_id ?? '');
  await ask('/payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: CANARIES.holder,
    institution_id: 'testbank',
    user_id: userId,
    account_number: { type: 'LOCAL', number: CANARIES.account },
  });
  return userId;
}

/** What every list and every message tells by now. */
async function toldToTheShop(userId: string, mandateId: string): Promise<string> {
  const read = <T = object>(path: string) => shop.merchant.call<T>({ method: 'GET', path });
  const user = `/payment_users/${userId}`;
  const lists = ['/payments', '/payment_accounts', user, `${user}/payment_methods`];
  const told: unknown[] = await Promise.all(
    [...lists, `/mandates/${mandateId}`].map((path) => read(path)),
  );
  type Listed = { readonly webhook_events: readonly { readonly event_id: string }[] };
  const { webhook_events: sent } = await read<Listed>('/webhook_events?limit=100');
  expect(sent.length).toBeGreaterThan(5);
  for (const { event_id: id } of sent) told.push(await read(`/webhook_events/${id}`));
  return JSON.stringify(told);
}

/** A mandate of the person; the payer has chosen the bank. */
async function mandate(): Promise<[MandatePayer, string, string]> {
  const recipient_account = { account_id: shop.accountId };
  const { mandate_id: id } = await ask<{ mandate_id: string }>('/mandates', {
    recipient_account,
    ...order,
  });
  const sql = `SELECT user_id AS "userId" FROM mandates WHERE mandate_id = '${id}'`;
  const [{ userId } = { userId: '' }] = await rowsOf<{ userId: string }>('mandate', sql);
  const { body } = await shop.link(id, { institution_id: 'testbank' });
  return [new MandatePayer(shop.api, body.access_token), id, userId];
}

const account = (): ChecklistEntry => ({
  ...TYPED.account(CANARIES.account),
  value: { account_number: CANARIES.account, accountholder_name: CANARIES.holder },
});

async function submit(payer: MandatePayer, ...items: ChecklistEntry[]): Promise<void> {
  const { status } = await shop.api.send({
    method: 'POST',
    path: '/mandates/auth',
    token: payer.token,
    headers: { 'user-agent': BROWSER },
    body: await payer.seal(...items),
  });
  expect(status).toBe(200);
}

const kept = () =>
  rowsOf<{ checklists: number; origins: number; keys: number }>(
    'mandate',
    `SELECT (SELECT count(*)::int FROM mandate_checklists WHERE sealed IS NOT NULL) AS checklists,
       (SELECT count(*)::int FROM mandate_consents
        WHERE num_nonnulls(client_address, user_agent, sealed_origin) > 0) AS origins,
       (SELECT count(*)::int FROM personal_data_keys WHERE wrapped_key IS NOT NULL) AS keys`,
  );

it('leaves nothing of a payer who is erased: in no database, topic, webhook or answer', async () => {
  const person = await leavePayments();
  const [whole, authorized, userId] = await mandate();
  await submit(whole, account(), TYPED.consent(), TYPED.login({ otp: RIGHT_OTP }));
  await shop.reached(authorized, 'SUCCEEDED');
  expect(userId).toBe(person);
  const [half, unfinished] = await mandate();
  await submit(half, account());
  expect(await toldToTheShop(userId, authorized)).toContain(CANARIES.name);
  for (const type of ['PAYMENT_LINK_PAID', 'MANDATE_SETUP_SUCCEEDED']) {
    await receiver.waitFor(({ body }) => body['event_type'] === type);
  }
  // As an earlier release kept it.
  await rowsOf(
    'mandate',
    `ALTER TABLE mandate_consents DISABLE TRIGGER USER;
     UPDATE mandate_consents SET user_agent = '${BROWSER}';
     ALTER TABLE mandate_consents ENABLE TRIGGER USER`,
  );
  expect(await kept()).toEqual([{ checklists: 1, origins: 1, keys: 1 }]);
  expect(await traces()).toEqual(['mandate.mandate_consents: browser']);
  expect(await filesKept()).toBe(1);
  const { customerAppId } = shop.merchant;
  const who = ['--customer-app', customerAppId, '--user', userId, '--reason', 'ticket 18'];
  await runGatewayCli(system, ['payment-user', 'erase', ...who]);
  await probe.waitFor(({ name, key }) => name === 'payment_user.erased' && key === userId);
  await eventually(async () => (await kept())[0]?.keys === 0);
  await eventually(async () => (await filesKept()) === 0);
  expect(await kept()).toEqual([{ checklists: 0, origins: 0, keys: 0 }]);
  expect(await traces()).toEqual([]);
  await receiver.waitFor(({ body }) => body['event_type'] === 'AUTOPAY_CONSENT_REVOKED');
  const sent = receiver.requests.map(({ rawBody }) => rawBody.toString('utf8'));
  const answers = await toldToTheShop(userId, authorized);
  const told = {
    events: JSON.stringify(probe.received),
    webhooks: sent.join(),
    answers,
    repeats: await repeats(),
  };
  const leaks = Object.entries(told).flatMap(([where, text]) =>
    Object.keys(CANARIES)
      .filter((canary) => text.includes(CANARIES[canary as keyof typeof CANARIES]))
      .map((canary) => `${where}: ${canary}`),
  );
  expect(leaks).toEqual([]);
  expect(await traces()).toEqual([]);
  expect((await shop.mandate(authorized)).status).toBe('SUCCEEDED');
  // Nobody goes on with what was begun.
  expect((await shop.mandate(unfinished)).status).toBe('FAILED');
  expect(await kept()).toEqual([{ checklists: 0, origins: 0, keys: 0 }]);
  // A proof is blanked by an erasure alone.
  const forged = rowsOf('mandate', `UPDATE mandate_consents SET client_address = '1.2.3.4'`);
  await expect(forged).rejects.toThrow('rows of mandate_consents are never changed');
});
