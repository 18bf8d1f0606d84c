import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import { workspaceRoot } from '@towpath/local-system';
import { HostedPayer, sealFields, type Merchant, type WebhookReceiver } from '@towpath/testing';
import { REDIRECT_URI } from '../bad-input/redirect-uri.js';
import { LinkPageVisitor } from '../clients/link-page-visitor.js';
import { MoneyBooks } from '../clients/money-books.js';
import { journeyOf } from '../other-languages/journey-program.js';
import { RunningSystem } from '../system/running-system.js';

const PREPARED_WITHIN_MS = 600_000;
const PROGRAMS = 'e2e/src/other-languages';
const TYPED = { user_id: 'usergood', password: 'datagood' };

const system = RunningSystem.open();
const books = new MoneyBooks(system);
let shop: Merchant;
let receiver: WebhookReceiver;
let folder: string;

export interface OtherLanguage {
  /** Heading of its part of the documents. */
  readonly name: string;
  /** File of its journeys. */
  readonly program: string;
  /** The command that begins a journey in the folder; a compiler makes the program first. */
  readonly command: (folder: string) => readonly string[];
}

/** Each journey of a shop in another language, with the client that the documents make there. */
export function describeJourneys({ name, program, command }: OtherLanguage): void {
  let begin: readonly string[];

  beforeAll(async () => {
    shop = await system.newShop({ scopes: ALL_SCOPES, redirectUris: [REDIRECT_URI] });
    receiver = await system.webhookReceiver();
    const cache = join(workspaceRoot(), '.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'journeys-'));
    const text = readFileSync(join(workspaceRoot(), PROGRAMS, program), 'utf8');
    writeFileSync(join(folder, program), text);
    makeClient(name);
    begin = command(folder);
  }, PREPARED_WITHIN_MS);
  afterAll(async () => {
    await receiver?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const journey = (journeyName: string) =>
    journeyOf<Record<string, string>>({
      command: [...begin, journeyName],
      env: {
        BASE_URL: system.baseUrl,
        CLIENT_ID: shop.credentials.client_id,
        CLIENT_SECRET: shop.credentials.client_secret,
        REDIRECT_URI,
        WEBHOOK_URL: receiver.url('/shop'),
      },
      helpers: { pay, seal, link, webhook },
    });

  it('creates and reads links, and lists payments page by page', () => linksAreRead(journey));
  it('takes a payment by card, and refunds a part once', () => cardIsCharged(journey));
  it("links bank logins in the shop's own page and on the hosted page", () => loginsLink(journey));
  it('sets up a mandate and collects by it', () => mandateIsCharged(journey));
  it('sends evidence against a dispute and verifies its webhook', () => disputeIsAnswered(journey));
}

type Begin = (journeyName: string) => Promise<Record<string, string>>;

/** Runs the commands of the documents; only the download of the generator is left out. */
function makeClient(language: string): void {
  const [, part = ''] = readFileSync('docs/sdk.md', 'utf8').split(`\n### ${language}\n`);
  const [text = ''] = part.split('\n##');
  const blocks = [...text.matchAll(/```(\w+)\n([^]+?\n)```/g)];
  const of = (kind: string) => blocks.flatMap(([, each, code = '']) => (each === kind ? code : []));
  const [settings] = of('yaml');
  if (settings) writeFileSync(join(folder, 'oapi-codegen.yaml'), settings);
  const [, commands = ''] = of('sh');
  const here = commands.replaceAll('http://127.0.0.1:8080', system.baseUrl);
  execFileSync('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, stdio: 'pipe' });
}

async function pay(url: string): Promise<string> {
  const payer = await HostedPayer.open(shop.api, url);
  const { status } = await payer.pay('authorized');
  if (status !== 200) throw new Error(`the payer was refused: ${status}`);
  return url;
}

const seal = (key: Jwk) => Promise.resolve(sealFields(TYPED, key));

/** An end-user on the hosted link page; the code that its shop receives. */
async function link(token: string): Promise<string | undefined> {
  const visitor = await LinkPageVisitor.enter(shop, token);
  await visitor.logsIn('testbank', TYPED.user_id, await shop.linkKey());
  await visitor.reaches('CONNECTED');
  return (await visitor.result()).parameters['code'];
}

async function webhook(disputeId: string) {
  const { headers, rawBody } = await receiver.waitFor(
    ({ body }) => body['dispute_id'] === disputeId,
    { deadlineMs: 60_000 },
  );
  return { headers, body: rawBody.toString('utf8') };
}

async function linksAreRead(begin: Begin): Promise<void> {
  const made = await begin('links');
  expect(await shop.link(made['link'] ?? '')).toMatchObject({ status: 'CREATED', amount: 12_500 });
  const { payments } = await shop.listPayments({
    query: { statuses: ['SUBMITTED', 'EXECUTED'] },
  });
  expect(payments.length).toBeGreaterThan(1);
  expect(made['payments']).toEqual(payments.map(({ payment_id: id }) => id));
}

/** What the books of the gateway or bank say of a payment. */
async function processorBooks(paymentId = '') {
  const { payments } = await shop.getTestProcessorLedger();
  return payments.find(({ payment_id: id }) => id === paymentId);
}

async function cardIsCharged(begin: Begin): Promise<void> {
  const { payment = '', refused } = await begin('card');
  expect(refused).toBe('REFUND_NOT_ALLOWED');
  expect(await processorBooks(payment)).toMatchObject({ charged: 12_500, refunded: 500 });
  expect((await books.transfers(payment)).toSorted()).toEqual([
    'PAYMENT 12500 clearing -> settlement',
    'REFUND 500 unexpected -> clearing',
    'REFUND_HOLD 500 settlement -> unexpected',
  ]);
}

async function loginsLink(begin: Begin): Promise<void> {
  const { login = '', linked = '', account, transactions } = await begin('bank');
  const { success } = await shop.linkStatus({ path: { loginIdentityId: login } });
  const own = shop.withToken(success?.access_token ?? '');
  const { accounts } = await own.listAccounts();
  expect(accounts.map(({ account_id: id }) => id)).toContain(account);
  const { total_transactions } = await own.listTransactionsByLoginIdentityId({
    query: { limit: 1 },
  });
  expect(transactions).toBe(total_transactions);
  const { login_identity } = await shop.getLoginIdentityById({ path: { loginIdentityId: linked } });
  expect(login_identity.user_id).toMatch(/^end-user in /);
}

async function mandateIsCharged(begin: Begin): Promise<void> {
  const { mandate = '', payment = '' } = await begin('debit');
  expect(await shop.getMandate({ path: { mandateId: mandate } })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await processorBooks(payment)).toMatchObject({ gateway: 'GW3', charged: 4_500 });
  expect(await books.transfers(payment)).toEqual(['PAYMENT 4500 clearing -> settlement']);
}

async function disputeIsAnswered(begin: Begin): Promise<void> {
  const { dispute = '', evidence, event = '' } = await begin('dispute');
  expect(await shop.getDispute({ path: { disputeId: dispute } })).toMatchObject({
    dispute_status: 'PROCESSING',
    evidence: [{ evidence_id: evidence, file_name: 'receipt.pdf', media_type: 'application/pdf' }],
  });
  const { event_type, resource_id } = await shop.getWebhookEvent({ path: { eventId: event } });
  expect([event_type, resource_id]).toEqual(['DISPUTE_CREATED', dispute]);
}
