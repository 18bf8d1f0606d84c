/** @proves returnFromHostedChallenge */
import { jest } from '@jest/globals';
import {
  CardGatewayRegistry,
  GatewayUnavailable,
  type CardAnswer,
  type CardReference,
} from '../src/cards/card-gateways/ports.js';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

/** A gateway that decides a challenge when it gets the query of the return. */
class ReturningGateway extends PreparingGateway {
  readonly returns: Readonly<Record<string, unknown>>[] = [];
  /** What the next return waits for. */
  held: Promise<unknown> = Promise.resolve();
  isAway = false;

  override async completeChallenge(
    key: CardReference,
    query: URLSearchParams,
  ): Promise<CardAnswer> {
    const { gatewayReference } = key;
    this.returns.push({ gatewayReference, ...Object.fromEntries(query) });
    await this.held;
    if (this.isAway) throw new GatewayUnavailable(this.integrationId, { reason: 'away' });
    const decision = query.get('result') === 'ok' ? 'approve' : 'refuse';
    this.decide(`https://bank.test/${gatewayReference}`, decision);
    return this.find(key);
  }
}

let service: TestPaymentLink;
let gateway: ReturningGateway;
let app: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  gateway = new ReturningGateway();
  jest.spyOn(service.app.get(CardGatewayRegistry), 'find').mockReturnValue(gateway);
  app = await service.customerApp(['HKD']);
});
afterEach(() => jest.restoreAllMocks());

/** A payer at the page of the bank; `comesBack` is what the bank does with the browser. */
async function challenged() {
  const payer = await Payer.of(app, {} as TestSandbox);
  const { body } = await payer.select();
  const card = { token: gateway.tokenize(CARDS.challenged), last4: '3155' };
  const { body: view } = await payer.submitToken(body.attempt_id, card);
  const way = await payer.walk(view.attempt?.redirect_url, { 'sec-fetch-site': 'same-origin' });
  const cookie = way.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const [intent] = gateway.ofReference(body.attempt_id);
  const comesBack = (query: string, headers: Readonly<Record<string, string>> = { cookie }) =>
    payer.walk(`${intent?.request.returnUrl ?? ''}&${query}`, headers);
  return { payer, intent, comesBack };
}

describe('a payer who comes back from a challenge', () => {
  it('brings the query to the gateway, with its ID and without our state', async () => {
    const { payer, intent, comesBack } = await challenged();
    const answer = await comesBack('result=ok&client_secret=a%20b%26c');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('location')).not.toContain('client_secret');
    const returned = { gatewayReference: intent?.id, result: 'ok', client_secret: 'a b&c' };
    expect(gateway.returns).toEqual([returned]);
    expect((await payer.view()).status).toBe('PAID');
  });

  it('sees the refusal of the gateway', async () => {
    const { payer, comesBack } = await challenged();
    await comesBack('result=no');
    expect((await payer.view()).attempt?.error?.error_code).toBe('AUTHENTICATION_FAILED');
  });

  it('in another browser brings the query too, and does not open the link', async () => {
    const { payer, comesBack } = await challenged();
    const answer = await comesBack('result=ok', {});
    expect(new URL(answer.headers.get('location') ?? '').searchParams.has('token')).toBe(false);
    expect((await payer.view()).status).toBe('PAID');
  });

  it('comes to the page while the gateway does not answer', async () => {
    const { payer, comesBack } = await challenged();
    gateway.isAway = true;
    expect((await comesBack('result=ok')).status).toBe(303);
    gateway.isAway = false;
    expect((await payer.view()).status).not.toBe('PAID');
    await comesBack('result=ok');
    expect((await payer.view()).status).toBe('PAID');
  });

  it('does not wait for a slow gateway, whose answer counts when it comes', async () => {
    const { payer, comesBack } = await challenged();
    const slow = Promise.withResolvers<void>();
    gateway.held = slow.promise;
    expect((await comesBack('result=ok')).status).toBe(303);
    expect((await payer.view()).status).not.toBe('PAID');
    slow.resolve();
    await payer.reaches('COMPLETE');
  });

  it('after the end asks the gateway nothing', async () => {
    const { comesBack } = await challenged();
    await comesBack('result=ok');
    expect((await comesBack('result=ok')).status).toBe(303);
    expect(gateway.returns).toHaveLength(1);
  });

  it('with an address that we did not make is refused', async () => {
    const { payer, intent } = await challenged();
    const forged = intent?.request.returnUrl?.slice(0, -3);
    expect((await payer.walk(`${forged}&result=ok`)).status).toBe(400);
    expect(gateway.returns).toEqual([]);
  });
});
