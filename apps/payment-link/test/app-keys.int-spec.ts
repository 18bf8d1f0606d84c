import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { sharedSandbox } from '@towpath/testing';
import { Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

const NO_KEYS =
  'card_connector must be one that has keys for this app: set those of stripe with gateway-account.';
const DEPLOYMENT = {
  STRIPE_TEST_SECRET_KEY: 'sk_test_deployment',
  STRIPE_TEST_PUBLISHABLE_KEY: 'pk_test_deployment',
  STRIPE_TEST_WEBHOOK_SECRETS: 'whsec_deployment',
};

let service: TestPaymentLink;
beforeAll(async () => {
  const settings = {
    PUBLIC_FIELDS_URL: 'http://fields.localhost:8080',
    STRIPE_API_URL: (await sharedSandbox()).url,
  };
  service = await TestPaymentLink.start({ settings });
}, START_MS);
afterAll(() => service?.end());
beforeEach(() => service.gateway.answers.clear());

const routeOf = ({ id }: TestCustomerApp) => `GET /internal/gateway_accounts/stripe/apps/${id}`;

/** As `npm run gateway-account` sets them. */
function giveKeys(app: TestCustomerApp, live = false): void {
  const mode = live ? 'live' : 'test';
  const gateway_account = {
    secret_key: `sk_${mode}_own`,
    publishable_key: `pk_${mode}_own`,
    gateway_account: null,
    live,
    endpoint_id: 'endpoint',
    webhook_secrets: ['whsec_own'],
  };
  service.gateway.answers.set(routeOf(app), { status: 200, body: { gateway_account } });
}

const put = (app: TestCustomerApp) =>
  app.order<PaymentAccountResponse & ErrorEnvelope>('settlement_accounts', {
    currencies: ['HKD'],
    settlement_account_reference: 'HKD',
    payment_method_types: ['CARD'],
    card_integration_id: 'GW4',
    card_connector: 'stripe',
  });

describe('a settlement account at a connector that needs keys', () => {
  it.each(['TEST', 'LIVE'] as const)(
    'is refused for a %s app that has none, nor the deployment',
    async (type) => {
      const app = await service.customerApp([], type);
      const { status, body } = await put(app);
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({ error_code: 'INVALID_REQUEST', details: NO_KEYS }),
      ]);
      expect(await app.rows('SELECT 1 FROM payment_accounts')).toEqual([]);
      expect(service.gateway.asked).not.toContain(
        `POST /internal/customer_apps/${app.id}/real_time`,
      );
    },
  );

  it('is opened for an app that has keys', async () => {
    const app = await service.customerApp([]);
    giveKeys(app);
    expect((await put(app)).body).toMatchObject({ card_connector: 'stripe' });
  });

  it('is refused for a live app that still has its test keys', async () => {
    const app = await service.customerApp([], 'LIVE');
    giveKeys(app);
    expect((await put(app)).body.error.details).toBe(NO_KEYS);
  });

  it('is not changed while nobody can say whether there are keys', async () => {
    const app = await service.customerApp([]);
    service.gateway.answers.set(routeOf(app), { status: 500, body: {} });
    expect((await put(app)).status).toBe(503);
    expect(await app.rows('SELECT 1 FROM payment_accounts')).toEqual([]);
  });
});

describe('a start', () => {
  it('is refused without the keys of open rows: those of the app, or of the deployment', async () => {
    const app = await service.customerApp([]);
    giveKeys(app);
    await put(app);
    const payer = await Payer.of(app, {} as TestSandbox);
    expect((await payer.select()).body.card_fields_url).toContain('/fields/stripe');
    await expect(startsAgain()).resolves.toBeUndefined();
    service.gateway.answers.clear();
    await expect(startsAgain()).rejects.toThrow(
      'There are open rows without keys: attempts at GW4 by stripe of TEST apps.',
    );
    await expect(startsAgain(DEPLOYMENT)).resolves.toBeUndefined();
    // Nobody can say, so that the start goes on.
    service.gateway.answers.set(routeOf(app), { status: 500, body: {} });
    await expect(startsAgain()).resolves.toBeUndefined();
  });

  async function startsAgain(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const { close } = await service.replica(settings);
    await close();
  }
});
