import { createHmac } from 'node:crypto';
import type { RawCallBack } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { CARDS } from './cards.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeRelay } from './stripe-relay.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const SECRET = 'whsec_of_modes';
const PAIRS = [
  ['test', 'LIVE'],
  ['live', 'TEST'],
] as const;
type Mode = 'live' | 'test';

let shop: StripeShop;
let relay: StripeRelay;
let connector: StripeCardGateway;

beforeEach(async () => {
  shop = await StripeShop.open();
  relay = await StripeRelay.start(shop.url);
}, START_MS);
afterEach(() => relay.stop());

const customerAppId = newId<CustomerAppId>(new Date());
const { typed } = requestsTo(() => shop.connected(connector, customerAppId));

/** A connector for apps of a type, with a key of the mode that they need. */
function openFor(appType: 'LIVE' | 'TEST'): Mode {
  const mode = appType === 'LIVE' ? 'live' : 'test';
  const { name } = shop.credentials;
  Object.assign(shop.credentials, { secretKey: `sk_${mode}_${name}`, live: mode === 'live' });
  shop.credentials.secrets.push({ customerAppId: null, secret: SECRET, live: mode === 'live' });
  connector = shop.connector(appType, relay.url);
  return mode;
}

function eventOf(mode: Mode): RawCallBack {
  const receivedAt = new Date();
  const at = Math.floor(receivedAt.getTime() / 1_000);
  const intent = { id: 'pi_1', object: 'payment_intent', metadata: {} };
  const type = 'payment_intent.succeeded';
  const event = { id: 'evt_1', object: 'event', type, created: at, data: { object: intent } };
  const body = Buffer.from(JSON.stringify({ ...event, livemode: mode === 'live' }));
  const mac = createHmac('sha256', SECRET).update(`${at}.`).update(body).digest('hex');
  return { body, receivedAt, headers: { 'stripe-signature': `t=${at},v1=${mac}` } };
}

async function authorized() {
  const request = await typed(CARDS.good);
  await connector.authorize(request);
  return request;
}

/** One alarm and one line, which has no secret. */
async function expectAlarm(reason: string): Promise<void> {
  expect([await shop.alarms('MODE'), shop.lines.length]).toEqual([1, 1]);
  expect(shop.lines[0]).toContain(reason);
  expect(shop.lines[0]).not.toMatch(/_secret_|sk_|whsec_/);
}

describe('a connector to Stripe', () => {
  it.each(PAIRS)('takes no answer of %s books for a %s app', async (given, appType) => {
    const own = openFor(appType);
    relay.ask = ({ headers, ...request }) => {
      const authorization = headers['authorization']?.replace(`sk_${own}`, `sk_${given}`) ?? '';
      return { ...request, headers: { ...headers, authorization } };
    };
    await expect(typed(CARDS.good)).rejects.toMatchObject({
      name: 'GatewayUnavailable',
      message: expect.stringContaining('an answer of the other mode') as string,
    });
    await expectAlarm('an answer of the other mode');
  });

  it.each<[string, string, (item: object) => object]>([
    ['list', 'payouts', (item) => ({ ...item, livemode: true })],
    [
      'line of the balance',
      'balance_transactions',
      (item) => ({ ...item, source: { object: 'charge', livemode: true } }),
    ],
  ])('takes no %s with an object of live books for a test app', async (_what, path, changed) => {
    openFor('TEST');
    await connector.capture(await authorized());
    await shop.control('payout', { currency: 'hkd' });
    relay.answer = (body, route) =>
      route === `GET /v1/${path}`
        ? { ...body, data: (body['data'] as object[]).map(changed) }
        : body;
    const of = { customerAppId, gatewayAccount: null, isShared: false };
    const to = new Date(Date.now() + 60_000);
    const range = { from: new Date(0), to, after: null };
    await expect(connector.settlement(of, range)).rejects.toThrow('an answer of the other mode');
    await expectAlarm('an answer of the other mode');
  });

  it.each(PAIRS)('takes no event of %s books for a %s app', async (given, appType) => {
    const own = openFor(appType);
    const unauthorized = { code: 'UNAUTHORIZED' };
    await expect(connector.readCallBacks(eventOf(given), null)).rejects.toMatchObject(unauthorized);
    await expectAlarm('an event of the other mode');
    const { events } = await connector.readCallBacks(eventOf(own), null);
    expect(events).toMatchObject([{ eventId: 'evt_1', gatewayReference: 'pi_1' }]);
  });
});
