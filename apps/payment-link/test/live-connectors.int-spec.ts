import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import type { ConnectorPlace, ConnectorRegistry } from '@towpath/http';
import type { Type } from '@nestjs/common';
import {
  type CardGatewayConnector,
  CardGatewayRegistry,
} from '../src/cards/card-gateways/ports.js';
import { type TransferBank, TransferBanks } from '../src/links/transfer-banks/ports.js';
import {
  ORDER_REFUSED,
  type PayoutAnswer,
  type PayoutConnector,
  type PayoutOrder,
  PayoutRegistry,
} from '../src/money/payout-banks/ports.js';
import { debitPayer, offeredTo } from './direct-debit-payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { Payer } from './payouts.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const NAMES = ['card', 'debit', 'payout', 'transfer'] as const;
const ACME = Object.fromEntries(NAMES.map((use) => [`${use}_connector`, 'acme']));
const TAKES_ALL = {
  payment_method_types: ['CARD', 'MANDATE', 'MANUAL'],
  card_integration_id: 'GW4',
  mandate_integration_id: 'GW3',
};

let mandates: StandInMandates;
let service: TestPaymentLink;
/** Orders that the live bank got. */
let ordered: PayoutOrder[];

/** Puts a connector into a running service, as if it were configured. */
function connect<Connector extends ConnectorPlace, Registry extends ConnectorRegistry<Connector>>(
  type: new (connectors: readonly Connector[]) => Registry,
  connector: Connector,
): void {
  const registry = service.app.get(type as Type<Registry>);
  Object.assign(registry, new type([...registry.all(), connector]));
}

const place = (integrationId: string): ConnectorPlace => ({
  appType: 'LIVE',
  integrationId,
  connector: 'acme',
});

beforeAll(async () => {
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ mandateUrl: mandates.url });
  const live = (integrationId: string, members: object = {}): unknown => ({
    ...place(integrationId),
    supports: () => true,
    ...members,
  });
  connect(CardGatewayRegistry, live('GW4') as CardGatewayConnector);
  connect(TransferBanks, live('IBAN') as TransferBank);
  const send = (order: PayoutOrder): Promise<PayoutAnswer> => {
    ordered.push(order);
    return Promise.resolve(ORDER_REFUSED);
  };
  connect(PayoutRegistry, live('IBAN', { send }) as PayoutConnector);
  mandates.connectors.push({ app_type: 'LIVE', integration_id: 'GW3', connector: 'acme' });
});
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(() => {
  ordered = [];
});

const typesOffered = async (app: TestCustomerApp): Promise<string[]> =>
  (await offeredTo(await debitPayer(app))).map((method) => method.payment_method_type);

const put = (app: TestCustomerApp, members: object) =>
  app.order<PaymentAccountResponse & ErrorEnvelope>('settlement_accounts', {
    currencies: ['HKD'],
    settlement_account_reference: 'HKD',
    ...TAKES_ALL,
    ...members,
  });

describe('a live app', () => {
  it('is offered card, direct debit and transfer by the connectors of its account', async () => {
    const app = await service.customerApp([], 'LIVE');
    await app.settlementAccount('HKD', { ...TAKES_ALL, ...ACME });
    expect(await typesOffered(app)).toEqual(['CARD', 'MANDATE', 'MANUAL']);
  });

  it('is offered nothing while its account names no connector', async () => {
    const app = await service.customerApp([], 'LIVE');
    await app.settlementAccount('HKD', TAKES_ALL);
    expect(await typesOffered(app)).toEqual([]);
  });

  it('is offered each method by its own connector', async () => {
    const app = await service.customerApp([], 'LIVE');
    for (const [use, type] of [
      ['card', 'CARD'],
      ['debit', 'MANDATE'],
      ['transfer', 'MANUAL'],
    ]) {
      await put(app, { [`${use}_connector`]: 'acme' });
      expect(await typesOffered(app)).toEqual([type]);
    }
  });

  it('is paid out by the bank that its account names, and by none without one', async () => {
    const payer = await Payer.of(await service.customerApp([], 'LIVE'), {
      opening_balance: undefined,
    });
    expect(await payer.create()).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_REQUEST' } },
    });
    await put(payer.app, { payout_connector: 'acme' });
    const { body } = await payer.create({ confirm: false });
    const rows = await payer.app.rows('SELECT integration_id, connector FROM payouts');
    expect([body.status, rows, ordered]).toEqual([
      'CREATED',
      [{ integration_id: 'IBAN', connector: 'acme' }],
      [],
    ]);
    await payer.act(body.payout_id, 'cancel');
  });
});

describe('a settlement account', () => {
  it.each(NAMES)(
    'refuses a %s connector that does not exist, and lists those that do',
    async (use) => {
      const app = await service.customerApp([], 'LIVE');
      const field = `${use}_connector`;
      expect(await put(app, { [field]: 'sandbox' })).toMatchObject({
        status: 400,
        body: {
          error: { error_code: 'INVALID_REQUEST', details: `${field} must be one of: acme.` },
        },
      });
      expect(await app.rows('SELECT 1 FROM payment_accounts')).toEqual([]);
    },
  );

  it('of a test app names no connector of live apps', async () => {
    const app = await service.customerApp([]);
    const { body } = await put(app, { card_connector: 'acme' });
    expect(body.error.details).toBe('card_connector must be one of: sandbox.');
    const absent = await put(app, { debit_connector: 'acme' });
    expect(absent.body.error.details).toBe(
      'debit_connector must be absent: the account has no such connector for TEST apps.',
    );
  });

  it('of a test app uses the sandbox when it names nothing', async () => {
    const app = await service.customerApp([]);
    const { body } = await put(app, {});
    expect(body).toMatchObject(
      Object.fromEntries(NAMES.map((use) => [`${use}_connector`, 'sandbox'])),
    );
    expect(body).not.toHaveProperty('gateway_account');
    expect(await typesOffered(app)).toEqual(['CARD', 'MANDATE', 'MANUAL']);
    expect(await app.rows('SELECT card_connector FROM payment_accounts')).toEqual([
      { card_connector: null },
    ]);
  });

  it('is answered and audited with its connectors and its account at the gateway', async () => {
    const app = await service.customerApp([], 'LIVE');
    const named = { ...ACME, gateway_account: 'acct_1' };
    expect(await put(app, named)).toMatchObject({ status: 200, body: named });
    const [audit] = await app.rows<{ configuration: object }>(
      'SELECT configuration FROM settlement_account_audit',
    );
    expect(audit?.configuration).toMatchObject({ ...ACME, gateway_account: 'acct_1' });
  });

  it('is not changed while the service of mandates cannot say what it has', async () => {
    const app = await service.customerApp([], 'LIVE');
    mandates.away = true;
    const { status } = await put(app, { debit_connector: 'acme' });
    mandates.away = false;
    expect(status).toBe(503);
  });
});

describe('a start', () => {
  it('is refused without a connector that open payouts or attempts name, with their number', async () => {
    const payer = await Payer.of(await service.customerApp([]));
    await payer.create({ confirm: false });
    await payer.create({ confirm: false });
    const name = (connector: string) =>
      payer.app.rows(`UPDATE payouts SET connector = '${connector}' RETURNING 1`);
    await name('gone');
    await expect(service.replica()).rejects.toThrow(
      'Open rows name connectors that are not there: 2 payouts at GW3 by gone of TEST apps',
    );
    await name('sandbox');
    const link = await debitPayer(payer.app);
    const [method] = await offeredTo(link);
    await link.call('POST /select_payment_method', {
      payment_account_id: method?.payment_account_id,
      payment_method_type: 'CARD',
    });
    const attempt = (connector: string) =>
      payer.app.rows(`UPDATE payment_attempts SET connector = '${connector}' RETURNING 1`);
    await attempt('gone');
    await expect(service.replica()).rejects.toThrow('1 attempts at GW1 by gone of TEST apps');
    await attempt('sandbox');
    const { close } = await service.replica();
    await close();
  });
});
