import type { Type } from '@nestjs/common';
import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { ConfigError, loadConfig } from '@towpath/config';
import { stripeAccounts, type ConnectorPlace, type ConnectorRegistry } from '@towpath/http';
import {
  type CardGatewayConnector,
  CardGatewayRegistry,
} from '../src/cards/card-gateways/ports.js';
import { type TransferBank, TransferBanks } from '../src/links/transfer-banks/ports.js';
import { PaymentLinkConfig } from '../src/payment-link.config.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

const MOVED = 'The clock of the app was moved or is frozen. Use another test app.';

let service: TestPaymentLink;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  const place = { appType: 'TEST', connector: 'stripe', supports: () => true } as const;
  const card: unknown = { ...place, integrationId: 'GW4' };
  const bank: unknown = { ...place, integrationId: 'IBAN' };
  connect(CardGatewayRegistry, card as CardGatewayConnector);
  connect(TransferBanks, bank as TransferBank);
});
afterAll(() => service?.end());
beforeEach(() => {
  service.gateway.answers.clear();
  service.gateway.asked.length = 0;
});

/** Puts a connector into a running service, as if it were configured. */
function connect<Connector extends ConnectorPlace, Registry extends ConnectorRegistry<Connector>>(
  type: new (connectors: readonly Connector[]) => Registry,
  connector: Connector,
): void {
  const registry = service.app.get(type as Type<Registry>);
  Object.assign(registry, new type([...registry.all(), connector]));
}

const put = (app: TestCustomerApp, members: object) =>
  app.order<PaymentAccountResponse & ErrorEnvelope>('settlement_accounts', {
    currencies: ['HKD'],
    settlement_account_reference: 'HKD',
    payment_method_types: ['CARD', 'MANUAL'],
    card_integration_id: 'GW4',
    ...members,
  });
const realTimeOf = ({ id }: TestCustomerApp) => `POST /internal/customer_apps/${id}/real_time`;

describe("a test app's account at a real processor", () => {
  it.each(['card_connector', 'transfer_connector'])(
    'lets the gateway keep the clock of the app at real time first: %s',
    async (use) => {
      const app = await service.customerApp([]);
      expect((await put(app, { [use]: 'stripe' })).status).toBe(200);
      expect(service.gateway.asked).toContain(realTimeOf(app));
    },
  );

  it('is refused with the sentence of the gateway for an app whose clock was moved', async () => {
    const app = await service.customerApp([]);
    const error = { error_code: 'INVALID_REQUEST', details: MOVED };
    service.gateway.answers.set(realTimeOf(app), { status: 400, body: { error } });
    const { status, body } = await put(app, { card_connector: 'stripe' });
    expect([status, body.error]).toEqual([400, expect.objectContaining(error)]);
    expect(await app.rows('SELECT 1 FROM payment_accounts')).toEqual([]);
  });

  it('is not opened while the gateway does not answer', async () => {
    const app = await service.customerApp([]);
    service.gateway.answers.set(realTimeOf(app), { status: 500, body: {} });
    expect((await put(app, { card_connector: 'stripe' })).status).toBe(503);
    expect(await app.rows('SELECT 1 FROM payment_accounts')).toEqual([]);
  });

  it('changes no clock when it is refused, nor for the sandbox or a live app', async () => {
    const app = await service.customerApp([]);
    expect((await put(app, { card_connector: 'nobody' })).status).toBe(400);
    expect((await put(app, { card_connector: 'sandbox' })).status).toBe(200);
    expect((await put(app, {})).status).toBe(200);
    const live = await service.customerApp([], 'LIVE');
    expect((await put(live, { card_connector: 'stripe' })).status).toBe(400);
    expect(service.gateway.asked.filter((route) => route.endsWith('/real_time'))).toEqual([]);
  });

  it('receives no simulated transfer', async () => {
    const app = await service.customerApp([]);
    expect((await put(app, { transfer_connector: 'stripe' })).status).toBe(200);
    const transfer = { amount: 100, currency: 'HKD', reference: 'hello' };
    const sent = await app.send<ErrorEnvelope>('POST /testing/incoming_transfers', transfer);
    expect([sent.status, sent.body.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
    expect(sent.body.error?.details).toBe(
      'The account is at stripe, where nothing is simulated. Use the test mode there.',
    );
    expect(await app.rows('SELECT 1 FROM incoming_transfers')).toEqual([]);
  });
});

describe('the account of the deployment', () => {
  const others = {
    PORT: '8081',
    INTERNAL_PORT: '9081',
    DATABASE_URL: 'postgres://app@127.0.0.1/payment_link',
    DATABASE_WORKER_URL: 'postgres://worker@127.0.0.1/payment_link',
    KAFKA_BROKERS: '127.0.0.1:9092',
    KEYS_DIR: '/run/keys',
    GATEWAY_INTERNAL_URL: 'http://127.0.0.1:9080',
    ACCOUNT_DATA_INTERNAL_URL: 'http://127.0.0.1:9084',
    MANDATE_INTERNAL_URL: 'http://127.0.0.1:9082',
    PUBLIC_API_URL: 'http://127.0.0.1:8080',
    PUBLIC_PAGES_URL: 'http://localhost:8080',
  };
  const load = (own: Readonly<Record<string, string>>) =>
    loadConfig(PaymentLinkConfig, { ...others, ...own });

  it('is read from the environment, with several webhook secrets', () => {
    const config = load({
      STRIPE_TEST_SECRET_KEY: 'sk_test_a',
      STRIPE_TEST_PUBLISHABLE_KEY: 'pk_test_a',
      STRIPE_TEST_WEBHOOK_SECRETS: 'whsec_a, whsec_b',
    });
    expect(stripeAccounts(config)).toMatchObject([
      { connector: 'stripe', appType: 'TEST', webhookSecrets: ['whsec_a', 'whsec_b'] },
    ]);
    expect(stripeAccounts(load({}))).toEqual([]);
  });

  it('stops the start with one sentence that names each missing file', () => {
    const start = () =>
      load({
        STRIPE_LIVE_SECRET_KEY_FILE: '/nowhere/secret-key',
        STRIPE_LIVE_WEBHOOK_SECRETS_FILE: '/nowhere/webhook-secrets',
      });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(
      /^Missing: STRIPE_LIVE_SECRET_KEY_FILE \(ENOENT\), STRIPE_LIVE_PUBLISHABLE_KEY_FILE, STRIPE_LIVE_WEBHOOK_SECRETS_FILE \(ENOENT\); [^\n]*$/,
    );
  });
});
