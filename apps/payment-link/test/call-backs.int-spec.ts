/** @proves promise-10, receiveCardCallbackOfAccount */
import { jest } from '@jest/globals';
import { newId, type CustomerAppId, type PaymentAttemptId } from '@towpath/kernel';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { GatewayNotesService } from '../src/cards/gateway-notes/gateway-notes.service.js';
import { charged, describeRememberingGateway } from './describe-remembering-gateway.fixture.js';
import {
  ACCEPTED,
  FIRST_SECRET,
  NotifyingGateway,
  type Item,
} from './notifying-gateway.fixture.js';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, type TestSandbox } from './sandbox.fixture.js';

let service: TestPaymentLink;
let gateway: NotifyingGateway;
let app: TestCustomerApp;
let another: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  another = await service.customerApp(['HKD']);
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  gateway = new NotifyingGateway(service.app.get(GatewayNotesService));
  const registry = service.app.get(CardGatewayRegistry);
  const sandbox = registry.named('GW1');
  jest.spyOn(registry, 'find').mockReturnValue(gateway);
  jest.spyOn(registry, 'named').mockReturnValue([...sandbox, gateway]);
  app = await service.customerApp(['HKD']);
});
afterEach(() => jest.restoreAllMocks());

interface Sent {
  readonly endpoint?: string;
  readonly secret?: string;
}

async function notify(items: readonly Item[], { endpoint, secret = FIRST_SECRET }: Sent = {}) {
  const path = endpoint === undefined ? '' : `/${endpoint}`;
  const answer = await fetch(`${service.publicUrl}/callbacks/cards/gw1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-secret': secret },
    body: JSON.stringify({ items }),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get('content-type'),
  };
}

let events = 0;
const eventId = () => `evt_list_${process.pid}_${(events += 1)}`;

/** A payer whose card is submitted; its gateway has reported nothing. */
async function submitted(of = app) {
  const payer = await Payer.of(of, {} as TestSandbox);
  const { body } = await payer.select();
  const card = { token: `tok_${CARDS.good}`, last4: '4242' };
  const answer = await payer.submitToken(body.attempt_id, card);
  return { payer, reference: body.attempt_id, answer };
}

const itemOf = (reference: string, of = app, reported = charged('AUTHORIZED', 1)): Item => {
  const { eventId: id, ...note } = reported;
  return { eventId: id, customerAppId: of.id, reference, note };
};

const gatewayReferenceOf = async (reference: string) => {
  const sql = 'SELECT gateway_reference AS "id" FROM payment_attempts WHERE attempt_id = $1';
  return (await app.rows<{ id: string }>(sql, [reference]))[0]?.id ?? '';
};

describe('a call-back', () => {
  it('is answered with the body that its gateway demands', async () => {
    const answer = await notify([]);
    expect(answer).toEqual({ status: 200, text: ACCEPTED, type: 'text/plain; charset=utf-8' });
  });

  it('with several events has the effect of each, once', async () => {
    const [one, two] = [await submitted(), await submitted()];
    const body = [one, two].flatMap(({ reference }) => [
      itemOf(reference),
      itemOf(reference, app, charged('CAPTURED', 2)),
    ]);
    const answers = await Promise.all([notify(body), notify(body), notify([...body].reverse())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { payer } of [one, two]) {
      expect((await payer.view()).status).toBe('PAID');
    }
    const taken = await app.rows<{ kind: string }>('SELECT kind FROM ledger_transfers');
    expect(taken).toHaveLength(2);
  });

  it('hides no event behind one that fails, and is refused so that all come again', async () => {
    const live = await service.customerApp([], 'LIVE');
    const { payer, reference } = await submitted();
    const captured = itemOf(reference, app, charged('CAPTURED', 2));
    const foreign = { eventId: eventId(), customerAppId: live.id, reference };
    const refused = await notify([foreign, captured]);
    expect([refused.status, refused.text.includes('UNAUTHORIZED')]).toEqual([401, true]);
    expect((await payer.view()).status).toBe('PAID');
    expect((await notify([captured])).status).toBe(200);
    const notes = await app.rows('SELECT 1 FROM gateway_notes');
    expect(notes).toHaveLength(1);
  });

  it('may name an authorization by the ID of the gateway alone', async () => {
    const { payer, reference } = await submitted();
    const { note } = itemOf(reference, app, charged('CAPTURED', 2));
    const gatewayReference = await gatewayReferenceOf(reference);
    expect(gatewayReference).toMatch(/^psp_/);
    const item = { eventId: eventId(), gatewayReference, ...(note ? { note } : {}) };
    expect((await notify([item])).status).toBe(200);
    expect((await payer.view()).status).toBe('PAID');
  });

  it('changes nothing when it names what nobody here knows', async () => {
    const unknown = newId<CustomerAppId>(new Date());
    const { status } = await notify([
      { eventId: eventId(), gatewayReference: 'psp_unknown' },
      { eventId: eventId(), customerAppId: 'no ID', reference: 'r' },
      { eventId: eventId(), customerAppId: app.id, reference: newId<PaymentAttemptId>(new Date()) },
      { eventId: eventId(), customerAppId: unknown, gatewayReference: 'psp_unknown' },
    ]);
    expect(status).toBe(200);
  });
});

describe('an endpoint', () => {
  it('takes the old secret and the new one while they are exchanged', async () => {
    gateway.endpoints.set('acct-1', { secrets: ['new-secret', 'old-secret'] });
    const send = (secret: string) => notify([], { endpoint: 'acct-1', secret });
    expect((await send('old-secret')).status).toBe(200);
    expect((await send('new-secret')).status).toBe(200);
    gateway.endpoints.set('acct-1', { secrets: ['new-secret'] });
    expect((await send('old-secret')).status).toBe(401);
  });

  it.each([
    ['of nobody', { endpoint: 'nobody' }],
    ['of another account', { endpoint: 'acct-2' }],
    ['of the deployment, with the secret of an account', { secret: 'account-secret' }],
  ])('%s refuses what is signed for another one', async (_name, sent) => {
    gateway.endpoints.set('acct-1', { secrets: ['account-secret'] });
    gateway.endpoints.set('acct-2', { secrets: ['another-secret'] });
    expect((await notify([], sent)).status).toBe(401);
  });

  it('of one app never moves what another app has', async () => {
    gateway.endpoints.set('acct-1', { secrets: ['s'], customerAppId: another.id });
    const { payer, reference } = await submitted();
    const gatewayReference = await gatewayReferenceOf(reference);
    const item = itemOf(reference, app, charged('CAPTURED', 2));
    const events = [item, { ...item, eventId: eventId(), reference: null, gatewayReference }];
    expect((await notify(events, { endpoint: 'acct-1', secret: 's' })).status).toBe(200);
    expect((await payer.view()).status).not.toBe('PAID');
    expect(await app.rows('SELECT 1 FROM gateway_notes')).toEqual([]);
  });

  it('of the sandbox is the default one', async () => {
    jest.restoreAllMocks();
    const url = `${service.publicUrl}/callbacks/cards/gw1/nobody`;
    const headers = { 'content-type': 'application/json', 'gw-signature': GATEWAY_SECRET };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });
});

describe('a payment at a gateway that only notifies', () => {
  it('is paid once when every answer is lost and the notes come', async () => {
    gateway.isSilent = true;
    const { payer, reference, answer } = await submitted();
    expect(answer.body.status).not.toBe('PAID');
    gateway.isSilent = false;
    await notify([itemOf(reference)]);
    expect((await payer.view()).status).not.toBe('PAID');
    expect(gateway.received.filter((call) => call === 'capture')).toHaveLength(1);
    await notify([itemOf(reference, app, charged('CAPTURED', 2))]);
    expect((await payer.view()).status).toBe('PAID');
  });
});

describeRememberingGateway('double', () => ({
  connector: gateway,
  customerAppId: app.id,
  anotherAppId: another.id,
  notify: async (reference, ...notes) => {
    const { status } = await notify(notes.map((note) => itemOf(reference, app, note as never)));
    expect(status).toBe(200);
  },
}));
