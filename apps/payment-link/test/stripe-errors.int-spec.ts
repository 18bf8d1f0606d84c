import { newId, type CustomerAppId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import type { CardAuthorizationRequest } from '../src/cards/card-gateways/ports.js';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { CARDS } from './cards.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeRelay } from './stripe-relay.fixture.js';
import { DECLINED_ANEW, StripeShop } from './stripe-shop.fixture.js';

const SECOND_MS = 1_000;

let shop: StripeShop;
let connector: StripeCardGateway;
let customerAppId: CustomerAppId;
beforeEach(async () => {
  shop = await StripeShop.open();
  connector = shop.connector();
  customerAppId = newId<CustomerAppId>(new Date());
}, START_MS);

const { typed } = requestsTo(() => shop.connected(connector, customerAppId));
const CONFIRM = 'POST payment_intents/*/confirm';

type Plant = (request: CardAuthorizationRequest) => Promise<unknown>;
const fault =
  (kind: string, times = 1): Plant =>
  () =>
    shop.fault(CONFIRM, kind, times);
const key =
  (secretKey: string): Plant =>
  () => {
    shop.credentials.secretKey = secretKey;
    return Promise.resolve();
  };

interface Row {
  readonly answered: string;
  readonly plant: Plant;
  /** What the unknown outcome says. */
  readonly says: RegExp;
  /** What is found afterwards. */
  readonly found?: string;
  /** Whether the account rests, and alarms. */
  readonly rests?: boolean;
  readonly alarms?: number;
}

const UNKNOWN: readonly Row[] = [
  { answered: 'nothing', plant: fault('lost'), says: /HTTP none/, found: 'AUTHORIZED' },
  { answered: '500 without work', plant: fault('before'), says: /HTTP 500/ },
  { answered: '500 after work', plant: fault('after'), says: /HTTP 500/, found: 'AUTHORIZED' },
  { answered: '409', plant: fault('conflict', 6), says: /HTTP 409/ },
  { answered: '429', plant: fault('rate_limited'), says: /HTTP 429/, rests: true },
  {
    answered: '401',
    plant: () => key(`sk_test_${shop.credentials.name}_revoked`)({} as CardAuthorizationRequest),
    says: /HTTP 401/,
    rests: true,
    alarms: 1,
  },
  {
    answered: '403',
    plant: () => key(`rk_test_${shop.credentials.name}_readonly`)({} as CardAuthorizationRequest),
    says: /HTTP 403/,
    rests: true,
    alarms: 1,
  },
  {
    answered: 'an idempotency_error',
    // Another request had the key before.
    plant: ({ reference, gatewayReference }) =>
      shop.send(`POST /v1/payment_intents/${gatewayReference}`, {}, `${reference}-confirm`),
    says: /HTTP 400 idempotency_error/,
  },
];

describe('after a confirmation that Stripe answers with', () => {
  it.each(UNKNOWN)('$answered, the outcome is unknown until it is found', async (row) => {
    const { plant, says, found = 'NOT_SEEN', rests = false, alarms = 0 } = row;
    const request = await typed(CARDS.good);
    const { secretKey } = shop.credentials;
    await plant(request);
    await expect(connector.authorize(request)).rejects.toMatchObject({
      name: 'GatewayUnavailable',
      message: expect.stringMatching(says) as string,
    });
    expect(await shop.alarms('CREDENTIALS')).toBe(alarms);
    const asked = connector.find(request).catch((error: Error) => error.message);
    const isResting = /rests after refusals/.test(String(await asked));
    expect(isResting).toBe(rests);
    shop.credentials.secretKey = secretKey;
    shop.aheadMs += SECOND_MS + 1;
    expect((await connector.find(request)).gatewayStatus).toBe(found);
    await connector.authorize(request).catch(() => undefined);
    // A stored answer to a key is no second confirmation.
    expect(await shop.list('charges')).toHaveLength(found === 'NOT_SEEN' ? charged(row) : 1);
  });

  /** Whether the confirmation under the same key works once the fault is over. */
  function charged({ answered }: Row): number {
    return answered === '500 without work' || answered === 'an idempotency_error' ? 0 : 1;
  }

  it.each([
    ['409', 'conflict'],
    ['429 for a lock', 'locked'],
  ])('%s once, it is repeated at once: another request ends soon', async (_answer, kind) => {
    const request = await typed(CARDS.good);
    await shop.fault(CONFIRM, kind);
    expect((await connector.authorize(request)).gatewayStatus).toBe('AUTHORIZED');
  });

  it('402, the payment is declined; other refusals end it only if it is not confirmed', async () => {
    const declined = await connector.authorize(await typed(CARDS.declined));
    expect(declined.gatewayStatus).toBe('DECLINED');
    const { request, other } = { request: await typed(CARDS.good), other: await typed(CARDS.good) };
    const broken = { kind: 'TOKEN', token: 'ctoken_none' } as const;
    const refused = await connector.authorize({ ...request, source: broken });
    expect([refused.gatewayStatus, refused.failure?.code]).toEqual([
      'DECLINED',
      'PAYMENT_METHOD_DECLINED',
    ]);
    const canceled = await shop.get(`payment_intents/${request.gatewayReference}`);
    expect(canceled['status']).toBe('canceled');
    await connector.authorize(other);
    await shop.advance(2 * 86_400);
    const again = await connector.authorize({ ...other, source: broken });
    expect(again.gatewayStatus).toBe('AUTHORIZED');
    expect(await shop.alarms('CREDENTIALS')).toBe(0);
  });

  it('an unheard-of decline code, the payment is declined, and the code is in the log', async () => {
    const { gatewayStatus, failure } = await connector.authorize(await typed(DECLINED_ANEW));
    expect([gatewayStatus, failure?.code]).toEqual(['DECLINED', 'PAYMENT_METHOD_DECLINED']);
    const line = shop.lines.find((each) => each.includes('without a line'));
    expect(line).toContain('unheard_of');
  });
});

it('an account that Stripe refuses rests longer each time, up to a minute, and no other one rests', async () => {
  const request = await typed(CARDS.good);
  const other = await StripeShop.open();
  await shop.fault(CONFIRM, 'rate_limited', 20);
  for (const restMs of [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * SECOND_MS)) {
    await expect(connector.authorize(request)).rejects.toThrow('HTTP 429');
    shop.aheadMs += restMs - 200;
    await expect(connector.authorize(request)).rejects.toThrow('rests after refusals');
    shop.aheadMs += 200;
  }
  const free = requestsTo(() => other.connected(other.connector(), customerAppId));
  expect((await free.typed(CARDS.good)).gatewayReference).toMatch(/^pi_/);
});

it('an account rests no longer for requests that were sent before it rested', async () => {
  const request = await typed(CARDS.good);
  const relay = await StripeRelay.start(shop.url);
  const relayed = shop.connector('TEST', relay.url);
  await shop.fault('GET payment_intents/*', 'rate_limited', 7);
  const all = Promise.withResolvers<void>();
  let sent = 0;
  relay.ask = async (each) => {
    sent += 1;
    if (sent === 7) all.resolve();
    await all.promise;
    return each;
  };
  const asked = await Promise.allSettled(Array.from({ length: 7 }, () => relayed.find(request)));
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  shop.aheadMs += SECOND_MS + 1;
  expect((await relayed.find(request)).gatewayStatus).toBe('NOT_SEEN');
  relay.stop();
});

it('an account that Stripe answers with errors is asked by one at a time, and others go on', async () => {
  const request = await typed(CARDS.good);
  await shop.fault('GET payment_intents/*', 'before', 5);
  for (let asked = 0; asked < 5; asked += 1)
    await expect(connector.find(request)).rejects.toThrow('HTTP 500');
  await expect(connector.find(request)).rejects.toThrow('of the account had errors');
  const paris = { ...request, gatewayReference: null, gatewayAccount: `${shop.account}Paris` };
  expect(await connector.prepare(paris)).toMatch(/^pi_/);
  const found = await eventually(() => connector.find(request).catch(() => null));
  expect(found?.gatewayStatus).toBe('NOT_SEEN');
});

describe('after five requests without an answer', () => {
  const SILENT = 'several requests in a row had no answer';
  let relay: StripeRelay;
  let away: StripeCardGateway;
  let request: CardAuthorizationRequest;
  /** What was found, or why not. */
  const find = () =>
    away.find(request).then(
      ({ gatewayStatus }) => gatewayStatus as string,
      (error: Error) => error.message,
    );
  const finds = (count: number) => Promise.all(Array.from({ length: count }, find));
  beforeEach(async () => {
    relay = await StripeRelay.start(shop.url);
    away = shop.connector('TEST', relay.url);
    request = await typed(CARDS.good);
    relay.ask = () => Promise.reject(new Error('away'));
    for (let asked = 0; asked < 5; asked += 1) expect(await find()).toContain('HTTP none');
  });
  afterEach(() => relay.stop());

  /** From now on requests are held until they are let go. */
  function hold() {
    const held: (() => void)[] = [];
    relay.ask = (asked) =>
      new Promise((resolve) => {
        held.push(() => resolve(asked));
      });
    return held;
  }

  /** Asks until one request is held, and tells what all that asked were answered. */
  async function tried(held: readonly unknown[]) {
    const asked: Promise<string>[] = [];
    await eventually(() => {
      if (held.length === 0) asked.push(find());
      return held.length > 0;
    });
    return { answers: Promise.all(asked) };
  }

  it('one at a time tries, and the others end within a second', async () => {
    expect(await find()).toContain(SILENT);
    expect((await connector.find(request)).gatewayStatus).toBe('NOT_SEEN');
    const held = hold();
    const { answers } = await tried(held);
    const others = Array(8).fill(expect.stringContaining(SILENT));
    expect([held.length, await finds(8), held.length]).toEqual([1, others, 1]);
    held[0]?.();
    expect(await answers).toContain('NOT_SEEN');
  });

  it('those beside the first one that is answered are asked too', async () => {
    relay.ask = (asked) => asked;
    const answers = await eventually(async () => {
      const found = await finds(8);
      return found.includes('NOT_SEEN') && found;
    });
    expect(answers).toEqual(Array(8).fill('NOT_SEEN'));
  });

  it('an answer that its caller did not wait for lets all ask again', async () => {
    const held = hold();
    const { answers } = await tried(held);
    expect(await answers).toContainEqual(expect.stringContaining('no whole answer within 5000 ms'));
    const later = hold();
    held[0]?.();
    const all = await eventually(async () => {
      const asked = finds(3);
      await eventually(() => later.length >= 3, { deadlineMs: 500 }).catch(() => undefined);
      return later.length >= 3 && { asked };
    });
    relay.ask = (asked) => asked;
    for (const each of later) each();
    expect(await all.asked).toEqual(Array(3).fill('NOT_SEEN'));
  });
});
