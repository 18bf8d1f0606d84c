/** @proves createPaymentMethod */
import { jest } from '@jest/globals';
import type {
  AvailablePaymentMethodsResponse,
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { GatewayUnavailable, CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
let account: string;
let userId: string;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());

const sender = { external_user_id: 'moved-here', name: 'Chan Tai Man' };
beforeEach(async () => {
  app = await service.customerApp([]);
  account = await app.settlementAccount('HKD', {});
  const user = await app.send<{ user_id: string }>('POST /payment_users', sender);
  userId = user.body.user_id;
  kept = await storedCard(app);
});

/** What `GW1` keeps for the app, as after the set-up of a payer. */
let kept: { readonly payment_method_id: string };
const storedCard = async (owner: TestCustomerApp) => {
  const options = { payment_setup_options: { future_payments: 'AUTOPAY' } };
  const setUp = await Payer.of(owner, sandbox, setupBody(options));
  await setUp.pay(CARDS.good);
  const method = (await setUp.readLink()).payment_method;
  const payment_method_id = method?.integration_metadata?.gw1_metadata?.payment_method_id;
  if (payment_method_id === undefined) throw new Error('the gateway stored no card');
  return { payment_method_id };
};

const order = (members: object = {}, details: object = {}) => ({
  payment_method_type: 'CARD',
  card: {
    card_details: { brand: 'Visa', last4: '4242', currency: 'HKD', card_bin: '424242', ...details },
    recipient_account: { account_id: account },
    status: 'SUCCEEDED',
  },
  integration_metadata: {
    integration_id: 'GW1',
    gw1_metadata: { ...kept, recurring_processing_model: 'CardOnFile' },
  },
  ...members,
});
const importCard = (body: object, id = userId) =>
  app.send<PaymentMethodResponse>(`POST /payment_users/${id}/payment_methods`, body);
const stored = async () => {
  const route = `GET /payment_users/${userId}/payment_methods`;
  return (await app.send<ListPaymentMethodsResponse>(route)).body.payment_methods;
};

describe('an imported card', () => {
  it('is a stored method of the user, with one event', async () => {
    const { status, body } = await importCard(order({}, { expiry_month: 3, expiry_year: 2060 }));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        payment_method_type: 'CARD',
        live: false,
        card: {
          status: 'SUCCEEDED',
          card_details: { brand: 'Visa', last4: '4242', expiry_month: 3, expiry_year: 2060 },
          recipient_account: { account_id: account },
        },
        integration_metadata: { gw1_metadata: kept },
      },
    });
    const id = body.payment_method_id;
    expect((await app.send(`GET /payment_methods/${id}`)).body).toEqual(body);
    expect(await stored()).toEqual([body]);
    const bins = await app.rows(`SELECT 1 FROM payment_methods m WHERE m::text LIKE '%424242%'`);
    expect(bins).toEqual([]);
    const moves = await app.rows(
      `SELECT from_status, command, to_status FROM payment_method_state_changes
       WHERE payment_method_id = $1`,
      [id],
    );
    expect(moves).toEqual([
      { from_status: null, command: 'importAuthorized', to_status: 'SUCCEEDED' },
    ]);
  });

  it('that the gateway keeps pays a link by one tap', async () => {
    const { body } = await importCard(order());
    const payer = await Payer.of(app, sandbox, linkBody({ sender }));
    const list = await payer.call<AvailablePaymentMethodsResponse>(
      'GET /available_payment_methods',
    );
    const [first] = list.body.available_payment_methods;
    expect(first?.payment_method_id).toBe(body.payment_method_id);
    const { payment_account_id, payment_method_type, payment_method_id } = first ?? {};
    const chosen = await payer.call<SelectPaymentMethodResponse>('POST /select_payment_method', {
      payment_account_id,
      payment_method_type,
      payment_method_id,
    });
    const { attempt_id } = chosen.body;
    const paid = await payer.call('POST /submit_payment_method', { attempt_id });
    expect(paid.body).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });

  it('is one, however often and at once it is imported', async () => {
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 16 }, () => importCard(order())));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(new Set(answers.map(({ body }) => body.payment_method_id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    const other = await importCard(order({}, { last4: '0002' }));
    expect(await stored()).toHaveLength(2);
    await app.send(`POST /payment_methods/${other.body.payment_method_id}/cancel`);
    const again = await importCard(order({}, { last4: '0002' }));
    expect(again.body.payment_method_id).not.toBe(other.body.payment_method_id);
  });

  it('is listed without metadata, and never offered', async () => {
    const { status } = await importCard(order({ integration_metadata: undefined }));
    expect(status).toBe(200);
    expect(await stored()).toHaveLength(1);
    const payer = await Payer.of(app, sandbox, linkBody({ sender }));
    const { body } = await payer.call<AvailablePaymentMethodsResponse>(
      'GET /available_payment_methods',
    );
    expect(body.available_payment_methods.some((each) => each.payment_method_id)).toBe(false);
  });

  const card = (members: object) => () => order({ card: { ...order().card, ...members } });
  const gateway = (integration_metadata: object) => () => order({ integration_metadata });
  it.each([
    ['a mandate that is not there', () => order({ payment_method_type: 'MANDATE' }), 'mandate'],
    ['no card', () => order({ card: undefined }), 'card'],
    ['another status', card({ status: 'FAILED' }), 'card.status'],
    ['letters for digits', () => order({}, { last4: '4x42' }), 'card.card_details.last4'],
    ['month 13', () => order({}, { expiry_month: 13 }), 'card.card_details.expiry_month'],
    ['no currency', () => order({}, { currency: null }), 'card.card_details.currency'],
    ['GW1 without ID', gateway({ integration_id: 'GW1', gw1_metadata: {} }), 'integration_'],
    ['another gateway', gateway({ integration_id: 'GW2' }), 'integration_metadata.integration_id'],
    ['a bank', gateway({ integration_id: 'GW3' }), 'integration_metadata.integration_id'],
  ])('is refused with %s', async (_name, body, named) => {
    const answer = await importCard(body());
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_REQUEST' } },
    });
    expect(JSON.stringify(answer.body)).toContain(`"details":"${named}`);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['CURRENCY_MISMATCH', () => order({}, { currency: 'JPY' })],
    ['PAYMENT_ACCOUNT_NOT_FOUND', card({ recipient_account: { account_id: 'nowhere' } })],
  ])('is refused with %s', async (code, body) => {
    expect((await importCard(body())).body).toMatchObject({ error: { error_code: code } });
    expect(await stored()).toEqual([]);
  });

  const named = (payment_method_id: string) =>
    order({ integration_metadata: { integration_id: 'GW1', gw1_metadata: { payment_method_id } } });
  const oneTime = () => sandbox.tokenize(CARDS.good, 'a-session');
  it.each([
    ['a wallet', () => Promise.resolve('wallet')],
    ['a one-time token', oneTime],
    ['a card that nobody keeps', () => Promise.resolve('pm_none')],
    [
      'a card of another app',
      async () => (await storedCard(await service.customerApp(['HKD']))).payment_method_id,
    ],
  ])('is refused, with the field named, for %s', async (_name, name) => {
    const { status, body } = await importCard(named(await name()));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_REQUEST' } },
    });
    expect(JSON.stringify(body)).toContain(
      '"details":"integration_metadata.gw1_metadata.payment_method_id must name a card that',
    );
    expect(await stored()).toEqual([]);
  });

  it('is refused once its month is over, and while the gateway is away', async () => {
    await sandbox.setClock(app.id, Date.UTC(2061, 0, 1) - Date.now());
    const expired = await importCard(order());
    await sandbox.setClock(app.id, 0);
    expect(JSON.stringify(expired.body)).toContain('must name a card that has not expired');
    const gateways = service.app.get(CardGatewayRegistry);
    const away = jest
      .spyOn(
        gateways.get({ appType: 'TEST', integrationId: 'GW1', connector: 'sandbox' }),
        'statusOf',
      )
      .mockRejectedValueOnce(new GatewayUnavailable('GW1', { reason: 'away' }));
    const asked = await importCard(order());
    away.mockRestore();
    expect(asked).toMatchObject({
      status: 503,
      body: { error: { error_code: 'SERVICE_UNAVAILABLE' } },
    });
    expect(await stored()).toEqual([]);
    expect((await importCard(order())).status).toBe(200);
  });

  it('is for users and accounts of the same app only', async () => {
    const other = await service.customerApp(['HKD']);
    const foreign = await other.send(`POST /payment_users/${userId}/payment_methods`, order());
    expect(foreign.body).toMatchObject({ error: { error_code: 'PAYMENT_USER_NOT_FOUND' } });
    const theirs = await other.settlementAccount('HKD', { settlement_account_reference: 'B' });
    const { body } = await importCard(card({ recipient_account: { account_id: theirs } })());
    expect(body).toMatchObject({ error: { error_code: 'PAYMENT_ACCOUNT_NOT_FOUND' } });
  });
});
