import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { FOREIGN_SERVER_START_MS, type ForeignServer } from '../actors/foreign-server.js';
import {
  startStripeMock,
  STRIPE_MOCK_DIFFERENCES,
  STRIPE_REQUEST_CHECKS,
  stripeKinds,
  type StripeMockDifference,
  type StripeReplay,
  type StripeRequest,
} from './stripe-requests.js';

const INTENTS = 'POST /v1/payment_intents';
const HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'Stripe-Version': '2026-10-28.endive',
};

let mock: ForeignServer;
beforeAll(async () => {
  mock = await startStripeMock();
}, FOREIGN_SERVER_START_MS);
afterAll(() => mock?.stop());

function created(body: string): StripeRequest {
  return { method: 'POST', path: '/v1/payment_intents', headers: HEADERS, body };
}

const RIGHT = created('amount=100&currency=hkd&capture_method=manual');

async function faults(
  requests: readonly StripeRequest[],
  change: Partial<StripeReplay> = {},
): Promise<string[]> {
  const differences = STRIPE_MOCK_DIFFERENCES;
  const subject = { mockUrl: mock.url, kinds: [INTENTS], requests, differences, ...change };
  const found = await Promise.all(STRIPE_REQUEST_CHECKS.map((check) => check.faults(subject)));
  return found.flat();
}

describe('the suite of requests to Stripe', () => {
  it('finds nothing wrong with a right request', async () => {
    expect(await faults([RIGHT])).toEqual([]);
  });

  it.each([
    ['an unknown parameter', 'amount=100&currency=hkd&capture_metod=manual', /capture_metod.*400/],
    ['a wrong value', 'amount=100&currency=hkd&capture_method=later', /capture_method/],
    ['a parameter that is missing', 'currency=hkd', /amount/],
  ])('reports %s', async (_what, body, report) => {
    expect(await faults([RIGHT, created(body)])).toEqual([expect.stringMatching(report) as string]);
  });

  it('reports an unknown parameter of a list', async () => {
    const path = '/v1/refunds?limit=100&payment=pi_1';
    const list = { method: 'GET', path, headers: HEADERS, body: '' };
    const found = await faults([list], { kinds: ['GET /v1/refunds'] });
    expect(found).toEqual([expect.stringMatching(/^GET \/v1\/refunds with .*payment.*: 400/)]);
  });

  it('reports another version than the list says', async () => {
    expect(await faults([RIGHT], { differences: [] })).toEqual([
      expect.stringMatching(/Stripe-Version.*400/),
    ]);
  });

  it('excuses a parameter of the list, and nothing beside it', async () => {
    const part = 'capture_metod';
    const differences = [...STRIPE_MOCK_DIFFERENCES, { request: INTENTS, part, reason: 'a test' }];
    const body = `amount=100&currency=hkd&${part}[0]=manual`;
    expect(await faults([created(body)], { differences })).toEqual([]);
    expect(await faults([created(`${body}&other=1`)], { differences })).toHaveLength(1);
  });

  it.each<StripeMockDifference>([
    { request: INTENTS, part: 'currency', reason: 'a test' },
    { request: INTENTS, part: 'capture_method', reason: 'a test' },
    { request: '*', part: 'Idempotency-Key', reason: 'a test' },
  ])('reports that $part is no difference', async (difference) => {
    const differences = [...STRIPE_MOCK_DIFFERENCES, difference];
    const found = await faults([RIGHT], { differences });
    expect(found).toContainEqual(expect.stringContaining(`takes ${difference.part}`));
  });

  it('reports a kind of request that was not made, and one that no source names', async () => {
    const kinds = ['POST /v1/payment_intents/{id}/confirm', 'POST /v1/payment_intents/{id}'];
    expect(await faults([RIGHT], { kinds })).toEqual([
      ...kinds.map((kind) => `${kind} was not made`),
      `no source names the request ${INTENTS}`,
    ]);
  });

  it('finds each call of the SDK in the sources of a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-sources-'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'a.ts'), 'ask((stripe) => stripe.refunds.list({ limit: 1 }));');
    const inner = 'stripe.customers.retrievePaymentMethod(\n id, method, {}, options);';
    writeFileSync(join(folder, 'inner/b.ts'), `${inner} stripe.files.create(file, options);`);
    const kinds = await stripeKinds(Stripe, folder);
    writeFileSync(join(folder, 'c.ts'), 'stripe.refunds.recreate({})');
    await expect(stripeKinds(Stripe, folder)).rejects.toThrow('no stripe.refunds.recreate');
    rmSync(folder, { recursive: true });
    expect(kinds).toEqual([
      'GET /v1/customers/{id}/payment_methods/{id}',
      'GET /v1/refunds',
      'POST /v1/files',
    ]);
  });
});
