import { newId, type CustomerAppId } from '@towpath/kernel';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { CARDS } from './payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

let shop: StripeShop;
let connector: StripeCardGateway;

beforeEach(async () => {
  shop = await StripeShop.open();
  connector = shop.connector();
}, START_MS);

describe('what Stripe declines', () => {
  const customerAppId = newId<CustomerAppId>(new Date());
  const { typed } = requestsTo(() => shop.connected(connector, customerAppId));
  it('is cancelled, so that nobody confirms it again', async () => {
    const request = await typed(CARDS.declined);
    const answer = await connector.authorize(request);
    expect(answer.gatewayStatus).toBe('DECLINED');
    expect(await shop.get(`payment_intents/${request.gatewayReference}`)).toMatchObject({
      status: 'canceled',
      metadata: { declined: 'generic_decline' },
    });
    const challenged = await typed(CARDS.challenged);
    const { redirectUrl } = await connector.authorize(challenged);
    await shop.decide(redirectUrl ?? '', 'refuse');
    expect(await connector.find(challenged)).toMatchObject({
      gatewayStatus: 'DECLINED',
      failure: { code: 'AUTHENTICATION_FAILED' },
    });
    expect(await shop.get(`payment_intents/${challenged.gatewayReference}`)).toMatchObject({
      status: 'canceled',
    });
  });

  /** What a killed process leaves, and what the question after it answers. */
  it.each([
    ['insufficient funds', '4000000000009995', {}, 'INSUFFICIENT_FUNDS'],
    ['a refused challenge', CARDS.challenged, {}, 'AUTHENTICATION_FAILED'],
    ['a declined set-up', CARDS.declined, { purpose: 'SETUP' }, 'PAYMENT_METHOD_DECLINED'],
    ['a refused token', null, {}, 'PAYMENT_METHOD_DECLINED'],
  ] as const)(
    'has the same reason after each lost answer: %s',
    async (_what, number, change, code) => {
      const setUp = 'purpose' in change ? { ...change, amount: 0, store: true } : {};
      const lostAt = async (path: string | null) => {
        const good = await typed(number ?? CARDS.good, setUp);
        const unknown = { kind: 'TOKEN', token: 'ctoken_unknown' } as const;
        const request = number === null ? { ...good, source: unknown } : good;
        const kind = request.purpose === 'SETUP' ? 'setup_intents' : 'payment_intents';
        const ask = async () => {
          const answer = await connector.authorize(request);
          if (answer.redirectUrl === null) return answer;
          await shop.decide(answer.redirectUrl, 'refuse');
          return connector.find(request);
        };
        if (path === null) return { request, answer: await ask() };
        await shop.fault(`POST ${kind}/*${path}`, 'lost');
        await expect(ask()).rejects.toThrow(/HTTP none/);
        const answer = await connector.find(request);
        const isOver = answer.gatewayStatus !== 'NOT_SEEN';
        return { request, answer: isOver ? answer : await connector.authorize(request) };
      };
      const { answer: whole } = await lostAt(null);
      expect(whole).toMatchObject({ gatewayStatus: 'DECLINED', failure: { code } });
      const { result } = whole.processorDetails as { readonly result: object };
      for (const path of ['', '/cancel']) {
        const { request, answer } = await lostAt(path);
        expect(answer).toMatchObject({ gatewayStatus: 'DECLINED', failure: whole.failure });
        expect(answer.processorDetails).toMatchObject({ result });
        expect(await connector.find(request)).toEqual(answer);
      }
    },
  );
});
