/** @proves addDisputeEvidence, submitDispute, acceptDispute, receiveProcessorNotificationOfAccount */
import { jest } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { DisputeDetailResponse, DisputeResponse } from '@towpath/contracts/dispute';
import {
  DEFAULT_ENDPOINT,
  GatewayCredentials,
  LOGGER,
  type EndpointSecret,
  type GatewayCredential,
} from '@towpath/http';
import { newId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { form, JPEG, PDF, PNG, receipt } from './files.fixture.js';
import { FlakyProxy } from './flaky-proxy.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';
import {
  signedEvent,
  StripeMerchant,
  WEBHOOK_SECRET,
  type StripeDispute,
} from './stripe-merchant.fixture.js';

/** Longer than an answer with all its files may take. */
const FOLLOW_UP_MS = 360_000;
const MASTERCARD = 'pm_card_mastercard';

interface Refused {
  readonly error: { readonly error_code: string; readonly details: string };
}

let service: TestDisputes;
let proxy: FlakyProxy;
let sandbox: StandInProcessor;
let merchant: StripeMerchant;
let app: TestApp;
/** Of the merchant's keys; a test changes it. */
let keys: GatewayCredential;
let errors: jest.SpiedFunction<Logger['error']>;
let warnings: jest.SpiedFunction<Logger['warn']>;

beforeAll(async () => {
  merchant = await StripeMerchant.open();
  proxy = await FlakyProxy.before(merchant.url);
  sandbox = await StandInProcessor.start();
  const variables = { STRIPE_API_URL: proxy.url };
  service = await TestDisputes.start({ sandboxUrl: sandbox.url, variables });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await Promise.all([proxy?.stop(), sandbox?.stop()]);
});
beforeEach(async () => {
  merchant = await StripeMerchant.open();
  app = await service.customerApp();
  proxy.isAway = false;
  const { secretKey, publishableKey } = merchant;
  keys = { secretKey, publishableKey, gatewayAccount: null, live: false, endpoints: [] };
  const credentials = service.app.get(GatewayCredentials);
  jest.spyOn(credentials, 'of').mockImplementation(() => Promise.resolve(keys));
  jest.spyOn(credentials, 'endpoint').mockImplementation((_connector, endpointId) => {
    const isDefault = endpointId === null || endpointId === DEFAULT_ENDPOINT;
    const secret = { secret: WEBHOOK_SECRET, live: false };
    const found: EndpointSecret = { ...secret, customerAppId: isDefault ? null : endpointId };
    return Promise.resolve([found]);
  });
  errors = jest.spyOn(service.app.get<Logger>(LOGGER), 'error');
  warnings = jest.spyOn(service.app.get<Logger>(LOGGER), 'warn');
});
afterEach(() => jest.restoreAllMocks());

interface Opening {
  readonly payment_method?: string;
  readonly defendable?: boolean;
  readonly kind?: 'chargeback' | 'inquiry';
  /** A connected account. */
  readonly account?: string;
  /** Whether the payment names it. */
  readonly isNamed?: boolean;
}

/** A payment of the app that its card holder contests; its notice is not sent yet. */
async function contest(opening: Opening = {}) {
  const { payment_method, defendable = true, kind = 'chargeback' } = opening;
  const { account, isNamed = true } = opening;
  const at = account ? { account } : {};
  const paid = await merchant.pay(app.id, { ...at, ...(payment_method ? { payment_method } : {}) });
  const gateway = { integration_id: 'GW4', connector: 'stripe', currency: 'HKD', amount: 12_345 };
  const named = account && isNamed ? { gateway_account: account } : {};
  service.payments.nameAtGateway(paid.id, service.payments.add(app, { ...gateway, ...named }));
  const opened = { ...at, charge: paid.latest_charge, kind, defendable };
  return (await merchant.control<StripeDispute>('dispute', opened)).id;
}

async function notified(stripeId: string, account?: string): Promise<DisputeResponse> {
  const notice = await merchant.notice(stripeId, account);
  expect((await service.notify('GW4', notice)).status).toBe(200);
  const [dispute] = await app.disputes();
  if (!dispute) throw new Error('the dispute did not arrive');
  return dispute;
}

async function inDispute(opening: Opening = {}) {
  const stripeId = await contest(opening);
  return { stripeId, dispute: await notified(stripeId, opening.account) };
}

const detail = async ({ dispute_id: id }: DisputeResponse) =>
  (await app.get<DisputeDetailResponse>(`/disputes/${id}`)).body;
async function uploaded({ dispute_id: id }: DisputeResponse, body: BodyInit) {
  const answer = await app.upload<Refused>(id, body);
  const refusal = answer.status === 200 ? [] : [answer.body.error.error_code];
  return [answer.status, ...refusal];
}
const command = async ({ dispute_id: id }: DisputeResponse, name: string) => {
  const { status, body } = await app.post<DisputeResponse & Refused>(`/disputes/${id}/${name}`);
  return [status, status === 200 ? body.dispute_status : body.error.error_code];
};
const submissions = async (stripeId: string, account?: string) =>
  (await merchant.dispute(stripeId, account)).evidence_details.submission_count;
const comparison = () => service.app.get(ReconciliationService).compare(app.id);

/** The schedule asks again. */
async function followUp(): Promise<void> {
  await app.tell({ frozenAt: new Date(Date.now() + FOLLOW_UP_MS) });
  await service.dueJobs.runFor(app.id);
}

const filled = (bytes: number) => form(Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]));
async function pages(count: number): Promise<FormData> {
  const document = await PDFDocument.create();
  document.setSubject(newId(new Date()));
  for (let page = 0; page < count; page += 1) document.addPage();
  return form(Buffer.from(await document.save()));
}

describe('evidence for Stripe is refused at the upload', () => {
  const TOO_MUCH = [400, 'INVALID_REQUEST'];

  it.each<[string, () => BodyInit | Promise<BodyInit>, unknown[]]>([
    ['a file of more than 4.5 MB', () => filled(4_500_001), [413, 'PAYLOAD_TOO_LARGE']],
    ['a PDF of 50 pages', () => pages(50), TOO_MUCH],
    ['a GIF', () => form(Buffer.from('GIF89a' + '\0'.repeat(64))), TOO_MUCH],
  ])('%s', async (_what, body, expected) => {
    const { dispute } = await inDispute();
    expect(await uploaded(dispute, await body())).toEqual(expected);
    expect(await detail(dispute)).toMatchObject({
      evidence: [],
      dispute_status: 'ACTION_REQUIRED',
    });
  });

  it('what is too much together, and not what fits', async () => {
    const { dispute, stripeId } = await inDispute();
    expect(await uploaded(dispute, filled(2_000_000))).toEqual([200]);
    expect(await uploaded(dispute, await pages(40))).toEqual([200]);
    expect(await uploaded(dispute, await pages(9))).toEqual(TOO_MUCH);
    expect(await uploaded(dispute, filled(2_500_000))).toEqual(TOO_MUCH);
    for (const image of [JPEG, PNG]) expect(await uploaded(dispute, form(image))).toEqual([200]);
    for (let file = 5; file <= 8; file += 1)
      expect(await uploaded(dispute, receipt())).toEqual([200]);
    expect(await uploaded(dispute, receipt())).toEqual(TOO_MUCH);
    expect(await command(dispute, 'submit')).toEqual([200, 'PROCESSING']);
    const { evidence } = await merchant.dispute(stripeId);
    expect(Object.values(evidence).filter((file) => /^file_/.test(String(file)))).toHaveLength(8);
  });

  it('what Mastercard takes no more', async () => {
    const { dispute } = await inDispute({ payment_method: MASTERCARD });
    expect(await uploaded(dispute, await pages(20))).toEqual(TOO_MUCH);
    expect(await uploaded(dispute, await pages(19))).toEqual([200]);
  });

  it('without a deadline', async () => {
    const { dispute } = await inDispute({ defendable: false });
    expect(dispute).toMatchObject({ dispute_status: 'UNDEFENDED', is_defendable: false });
    expect(dispute.defense_period_deadline).toBeUndefined();
    const refused = [400, 'INVALID_DISPUTE_STATUS'];
    expect(await uploaded(dispute, receipt())).toEqual(refused);
    expect(await command(dispute, 'submit')).toEqual(refused);
  });
});

describe('an answer to Stripe', () => {
  it('whose reply is lost is given once', async () => {
    const { dispute, stripeId } = await inDispute();
    await uploaded(dispute, receipt());
    await merchant.fault('POST disputes/*', 'lost', 2);
    expect(await command(dispute, 'submit')).toEqual([200, 'ACTION_REQUIRED']);
    expect(await submissions(stripeId)).toBe(0);
    await followUp();
    expect(await submissions(stripeId)).toBe(1);
    await app.tell({ frozenAt: new Date(Date.now() + 10 * FOLLOW_UP_MS) });
    await service.dueJobs.runFor(app.id);
    expect(await submissions(stripeId)).toBe(1);
    expect((await detail(dispute)).dispute_status).toBe('PROCESSING');
  });

  it.each<[string, () => void, RegExp]>([
    ['the key is revoked', () => change({ secretKey: `${merchant.secretKey}_revoked` }), /401/],
    ['the key may not write', () => change({ secretKey: `${merchant.secretKey}_readonly` }), /403/],
    ['the account is deleted', () => change({ gatewayAccount: 'acct_deleted' }), /account_invalid/],
    ['the key is of another account', () => change({ secretKey: 'sk_test_another' }), /another/],
    ['the key is a live one', () => change({ secretKey: 'sk_live_1', live: true }), /other mode/],
  ])('waits while %s, with one line that tells it', async (_what, spoil, reason) => {
    const good = keys;
    const { dispute, stripeId } = await inDispute();
    await uploaded(dispute, receipt());
    spoil();
    expect(await command(dispute, 'submit')).toEqual([200, 'ACTION_REQUIRED']);
    expect(errors.mock.calls).toEqual([
      [
        expect.objectContaining({ reason: expect.stringMatching(reason) as string }),
        'Stripe needs attention',
      ],
    ]);
    expect(JSON.stringify([errors.mock.calls, warnings.mock.calls])).not.toMatch(/sk_(test|live)_/);
    await isMended(good, { dispute, stripeId });
  });

  const change = (members: Partial<GatewayCredential>) => {
    keys = { ...keys, ...members };
  };

  async function isMended(
    good: GatewayCredential,
    { dispute, stripeId }: { readonly dispute: DisputeResponse; readonly stripeId: string },
  ) {
    expect((await detail(dispute)).dispute_status).toBe('ACTION_REQUIRED');
    keys = good;
    proxy.isAway = false;
    await followUp();
    expect((await detail(dispute)).dispute_status).toBe('PROCESSING');
    expect(await submissions(stripeId)).toBe(1);
  }

  it('waits while Stripe cannot be reached, and so does a comparison', async () => {
    const { dispute, stripeId } = await inDispute();
    await uploaded(dispute, receipt());
    proxy.goAway();
    expect(await command(dispute, 'submit')).toEqual([200, 'ACTION_REQUIRED']);
    await expect(comparison()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await isMended(keys, { dispute, stripeId });
    expect(await comparison()).toEqual({ differences: [] });
  });
});

describe('an inquiry', () => {
  const events = () =>
    service.query<{ name: string; round: number; amount: number }>(
      `SELECT event_name AS name, (payload ->> 'round')::integer AS round,
         (payload ->> 'amount')::integer AS amount
       FROM outbox WHERE customer_app_id = $1 ORDER BY sequence`,
      [app.id],
    );

  it('that becomes a chargeback asks for money from then on, with evidence of its own', async () => {
    const stripeId = await contest({ kind: 'inquiry' });
    const dispute = await notified(stripeId);
    expect(dispute).toMatchObject({ amount: 0, last_event_name: 'INQUIRY' });
    await uploaded(dispute, receipt());
    await merchant.decide(stripeId, 'needs_response');
    const grown = await notified(stripeId);
    expect(grown).toMatchObject({ dispute_status: 'ACTION_REQUIRED', amount: 12_345 });
    expect(await events()).toEqual([
      { name: 'dispute.chargeback_received', round: 0, amount: 0 },
      { name: 'dispute.defended', round: 0, amount: 0 },
      { name: 'dispute.won', round: 0, amount: 0 },
      { name: 'dispute.reopened', round: 1, amount: 12_345 },
    ]);
    expect(await command(dispute, 'submit')).toEqual([400, 'INVALID_DISPUTE_STATUS']);
    await uploaded(dispute, receipt());
    expect(await command(dispute, 'submit')).toEqual([200, 'PROCESSING']);
  });
});

describe('a dispute of a connected account', () => {
  const berlin = () => `${merchant.account}Berlin`;

  it('is opened by its event, answered in its account, and compared with it', async () => {
    const [account, rome] = [berlin(), `${merchant.account}Rome`];
    service.payments.gatewayAccounts.push(account, rome);
    const { dispute, stripeId } = await inDispute({ account });
    expect(dispute).toMatchObject({ dispute_status: 'ACTION_REQUIRED', amount: 12_345 });
    expect(await comparison()).toEqual({ differences: [] });
    await uploaded(dispute, receipt());
    expect(await command(dispute, 'submit')).toEqual([200, 'PROCESSING']);
    expect(await submissions(stripeId, account)).toBe(1);
    // Nothing here names that account but payment-link.
    const missed = await contest({ account: rome });
    const missing = { kind: 'MISSING_HERE', processor_reference: missed };
    expect(await comparison()).toMatchObject({ differences: [missing] });
    const second = await notified(missed, rome);
    expect(await command(second, 'accept')).toEqual([200, 'ACCEPTED']);
    expect((await merchant.dispute(missed, rome)).status).toBe('lost');
    service.payments.gatewayAccounts.length = 0;
  });

  it('is that of the keys where its payment names none', async () => {
    const account = berlin();
    change(account);
    const stripeId = await contest({ account, isNamed: false });
    expect(await notified(stripeId, account)).toMatchObject({ dispute_status: 'ACTION_REQUIRED' });
  });

  const change = (gatewayAccount: string) => {
    keys = { ...keys, gatewayAccount };
  };

  it.each<[string, () => Promise<[path: string, account: string | undefined]>]>([
    ['another account', () => Promise.resolve(['GW4', `${merchant.account}Paris`])],
    [
      'the endpoint of another app',
      async () => [`GW4/${(await service.customerApp()).id}`, undefined],
    ],
  ])('is not taken from %s', async (_what, from) => {
    const [path, named] = await from();
    const stripeId = await contest({ account: berlin() });
    const { body } = await merchant.notice(stripeId, berlin());
    const account = named ?? berlin();
    const { status } = await service.notify(
      path,
      signedEvent({ ...(JSON.parse(body) as object), account }),
    );
    expect([status, await app.disputes(), await app.notifications()]).toEqual([200, [], []]);
    expect(warnings.mock.calls).toEqual([
      [
        expect.objectContaining({ connector: 'stripe' }),
        expect.stringMatching(/account|no payment/),
      ],
    ]);
    await notified(stripeId, berlin());
  });

  it('must be sent again while nobody knows its keys', async () => {
    const stripeId = await contest();
    const account = berlin();
    const { body } = await merchant.notice(stripeId);
    keys = { ...keys, secretKey: 'sk_live_1' };
    const notice = signedEvent({ ...(JSON.parse(body) as object), account });
    expect((await service.notify('GW4', notice)).status).toBe(503);
    expect(await app.disputes()).toEqual([]);
  });
});
