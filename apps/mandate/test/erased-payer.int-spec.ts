/** @proves promise-8, promise-13 */
import { jest } from '@jest/globals';
import { ALL_SCOPES, eventRegistry, topicOf } from '@towpath/contracts';
import { runGatewayCli, sharedSystem, type RunningSystem } from '@towpath/local-system';
import {
  EventProbe,
  eventually,
  RIGHT_OTP,
  TYPED,
  WebhookReceiver,
  type ChecklistEntry,
  type MandatePayer,
} from '@towpath/testing';
import {
  canary,
  inDatabase,
  tracesIn,
  tracesInDatabases,
  tracesInLogs,
} from './canaries.fixture.js';
import { LeavingPayer, TYPED_CANARIES } from './leaving-payer.fixture.js';
import { AuthorizingShop } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

const BROWSER = `${TYPED_CANARIES.browser}/9.1`;

/** Columns that name the person in clear until the erasure. All others are encrypted. */
const READABLE = [
  'payment_link.bills.description',
  'payment_link.bills.ext_metadata',
  'payment_link.external_accounts.metadata',
  'payment_link.incoming_transfers.reference',
  'payment_link.payment_links.integration_metadata',
  'payment_link.payment_methods.card_details',
  'payment_link.payment_users.integration_metadata',
  'payment_link.payment_users.metadata',
  'payment_link.payouts.description',
];

let system: RunningSystem;
let shop: AuthorizingShop;
let person: LeavingPayer;
let probe: EventProbe;
let receiver: WebhookReceiver;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system, { scopes: ALL_SCOPES });
  person = new LeavingPayer(shop);
  const brokers = system.kafkaBrokers.split(',');
  const topics = [...new Set(eventRegistry.all().map(({ aggregate }) => topicOf(aggregate)))];
  probe = await EventProbe.start({ brokers, topics, from: 'now' });
  receiver = await WebhookReceiver.start();
  await shop.merchant.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(async () => {
  await probe?.stop();
  await receiver?.stop();
});

/** `$1` is the customer app of the person. */
async function rowsOf<R extends object>(database: string, sql: string): Promise<R[]> {
  const ofApp = [shop.merchant.customerAppId];
  return inDatabase(system, database, async (client) => (await client.query<R>(sql, ofApp)).rows);
}

const traces = () => tracesInDatabases(system, Object.values(TYPED_CANARIES));

/** The kept answers of requests that are sent again. */
async function repeats(): Promise<string> {
  const keyed = person.asked.filter(({ path }) =>
    ['/payments', '/mandates', '/payouts'].includes(path),
  );
  const answers = await Promise.all(keyed.map((request) => shop.merchant.send(request)));
  expect(answers.map(({ status }) => status)).toEqual(keyed.map(() => 200));
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(
    keyed.map(() => 'true'),
  );
  return answers.map(({ text }) => text).join();
}

const countOf = async (database: string, table: string, which = 'true'): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    database,
    `SELECT count(*)::int AS count FROM ${table} WHERE customer_app_id = $1 AND ${which}`,
  );
  return row?.count ?? 0;
};
const filesKept = () => countOf('dispute', 'dispute_evidence', 'sealed_content IS NOT NULL');

const read = async <T = object>(path: string) =>
  shop.api.call<T>({ method: 'GET', path, token: await shop.merchant.accessToken() });

/** The file behind a signed URL. */
async function statement(): Promise<string> {
  const { download_url } = await read<{ download_url: string }>('/ledger/statement?format=JSONL');
  const file = await (await fetch(download_url)).text();
  expect(file).toContain('OPENING_BALANCE');
  return file;
}

/** What the customer app reads of the person in every list, file and message. */
async function readByTheShop(mandateId: string): Promise<string> {
  const user = `/payment_users/${person.userId}`;
  const lists = ['/payments', '/payouts', '/bills', '/mandates', '/disputes', '/payment_accounts'];
  const ofUser = [user, `${user}/payment_methods`, `${user}/payment_accounts`];
  const answers: unknown[] = await Promise.all(
    [...lists, ...ofUser, `/mandates/${mandateId}`].map((path) => read(path)),
  );
  type Listed = { readonly webhook_events: readonly { readonly event_id: string }[] };
  const { webhook_events: sent } = await read<Listed>('/webhook_events?limit=100');
  expect(sent.length).toBeGreaterThan(5);
  for (const { event_id: id } of sent) {
    answers.push(await read(`/webhook_events/${id}`), await read(`/webhook_events/${id}/attempts`));
  }
  return JSON.stringify(answers) + (await statement());
}

const account = (): ChecklistEntry => ({
  ...TYPED.account(TYPED_CANARIES.account),
  value: { account_number: TYPED_CANARIES.account, accountholder_name: canary('holder') },
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

const kept = async () => ({
  checklists: await countOf('mandate', 'mandate_checklists', 'sealed IS NOT NULL'),
  origins: await countOf('mandate', 'mandate_consents', 'sealed_origin IS NOT NULL'),
  keys: await countOf('mandate', 'personal_data_keys', 'wrapped_key IS NOT NULL'),
});

/** Two mandates: one that succeeds, and one whose payer has only named an account. */
async function leaveMandates(): Promise<[string, string]> {
  const [whole, authorized] = await person.mandate();
  await submit(whole, account(), TYPED.consent(), TYPED.login({ otp: RIGHT_OTP }));
  await shop.reached(authorized, 'SUCCEEDED');
  const [half, unfinished] = await person.mandate();
  await submit(half, account());
  // Who reads account numbers in plain text is kept for years.
  expect((await shop.merchant.send({ method: 'GET', path: '/mandates/details' })).status).toBe(200);
  expect(await countOf('mandate', 'sensitive_mandate_reads')).toBe(1);
  return [authorized, unfinished];
}

async function erase(): Promise<void> {
  const { customerAppId } = shop.merchant;
  const who = ['--customer-app', customerAppId, '--user', person.userId, '--reason', 'ticket 18'];
  await runGatewayCli(system, ['payment-user', 'erase', ...who]);
  await probe.waitFor(({ name, key }) => name === 'payment_user.erased' && key === person.userId);
  await eventually(async () => (await kept()).keys === 0);
  await eventually(async () => (await filesKept()) === 0);
  await receiver.waitFor(({ body }) => body['event_type'] === 'AUTOPAY_CONSENT_REVOKED');
}

it('an erased payer leaves nothing in any database, topic, log, webhook, file or answer', async () => {
  const paymentId = await person.leavePayments();
  await person.defend(paymentId);
  await person.leaveUnreadableEvents(probe);
  const [authorized, unfinished] = await leaveMandates();
  const before = await readByTheShop(authorized);
  expect(tracesIn(before)).not.toEqual([]);
  for (const typed of [TYPED_CANARIES.locale, '****6318']) expect(before).toContain(typed);
  for (const type of ['PAYMENT_LINK_PAID', 'MANDATE_SETUP_SUCCEEDED', 'PAYOUT_EXECUTED']) {
    await receiver.waitFor(({ body }) => body['event_type'] === type);
  }
  for (const service of ['mandate', 'dispute', 'webhook_dispatch']) {
    await eventually(async () => (await countOf(service, 'parked_messages')) > 0, {
      deadlineMs: 30_000,
      describe: `a message to be parked by ${service}`,
    });
  }
  expect(await kept()).toEqual({ checklists: 1, origins: 1, keys: 1 });
  expect(await filesKept()).toBe(1);
  const columns = (await traces()).map((place) => place.split(':')[0]);
  expect(columns).toEqual(READABLE);
  await erase();
  expect(await kept()).toEqual({ checklists: 0, origins: 0, keys: 0 });
  const outside = {
    events: JSON.stringify(probe.received),
    webhooks: receiver.requests.map(({ rawBody }) => rawBody.toString('utf8')).join(),
    answers: await readByTheShop(authorized),
    repeats: await repeats(),
  };
  const typed = Object.values(TYPED_CANARIES);
  for (const [where, text] of Object.entries(outside)) {
    const left = [...tracesIn(text), ...typed.filter((each) => text.includes(each))];
    expect([where, left]).toEqual([where, []]);
  }
  expect(await traces()).toEqual([]);
  expect(tracesInLogs(system, typed)).toEqual([]);
  expect((await shop.mandate(authorized)).status).toBe('SUCCEEDED');
  // Nobody goes on with what was begun.
  expect((await shop.mandate(unfinished)).status).toBe('FAILED');
  // A proof is blanked by an erasure alone.
  const forged = rowsOf(
    'mandate',
    `UPDATE mandate_consents SET currency = 'USD' WHERE customer_app_id = $1`,
  );
  await expect(forged).rejects.toThrow('rows of mandate_consents are never changed');
});
