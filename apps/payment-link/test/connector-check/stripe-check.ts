import { ConfigError, loadConfig, Variable } from '@towpath/config';
import {
  DeploymentCredentials,
  keyPairMistake,
  STRIPE,
  STRIPE_FIELDS,
  StripeClient,
  stripeKeyForm,
} from '@towpath/http';
import { createLogger, Metrics } from '@towpath/observability';
import { standInForStripe } from '@towpath/testing';
import {
  INTEGRATION_ID,
  StripeUnavailable,
} from '../../src/cards/card-gateways/stripe/stripe-answers.js';
import { StripeCardGateway } from '../../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { CARDS } from '../cards.fixture.js';
import { ALWAYS_CHALLENGED, STRIPE_LACKS } from '../stripe-lacks.fixture.js';
import type { CheckedProcessor, OpenedProcessor, OpenOptions } from './checked-processor.js';
import { NotBegun } from './options.js';

/** Numbers reach Stripe from its own script only; these names stand for them. */
const METHODS: Readonly<Record<string, string>> = {
  [CARDS.good]: 'pm_card_visa',
  [CARDS.declined]: 'pm_card_visa_chargeDeclined',
  [CARDS.poor]: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  [CARDS.expired]: 'pm_card_chargeDeclinedExpiredCard',
  [CARDS.challenged]: 'pm_card_authenticationRequiredOnSetup',
  [CARDS.declinedLater]: 'pm_card_chargeCustomerFail',
};
const ALWAYS_CHALLENGED_METHOD = 'pm_card_authenticationRequired';

class StripeTestKeys {
  @Variable('Secret or restricted key of test mode at Stripe.', { secret: true })
  stripeTestSecretKey: string;
  @Variable('Publishable key that belongs to it.', { secret: true })
  stripeTestPublishableKey: string;
}

export const stripeCheck: CheckedProcessor = {
  integrationId: INTEGRATION_ID,
  connector: STRIPE,
  apiUrl: 'https://api.stripe.com',
  lacks: {
    ...STRIPE_LACKS,
    'call-backs': 'Stripe cannot reach this machine; specs of the connector check signatures',
  },
  page: STRIPE_FIELDS,
  cards: { good: CARDS.good, declined: CARDS.declined, challenged: ALWAYS_CHALLENGED },
  fields: {
    frame: 'iframe[title="Secure payment input frame"]',
    // The second ones are those of the stand-in and the double.
    number: 'input[name="number"], #number',
    expiry: 'input[name="expiry"], #expiry',
    code: 'input[name="cvc"], #cvc',
    country: 'select[name="country"]',
  },
  challenge: {
    approve: '#test-source-authorize-3ds, button[value="approve"]',
    refuse: '#test-source-fail-3ds, button[value="refuse"]',
  },
  standIn: async (context, { apiBase, script }) => {
    const address = `${apiBase}/v1/confirmation_tokens`;
    const confirmationTokens = (body: URLSearchParams) => fetch(address, { method: 'POST', body });
    await standInForStripe(context, { confirmationTokens });
    if (script === null) return;
    await context.route('https://js.stripe.com/*/stripe.js', (route) =>
      route.fulfill({ path: script, contentType: 'text/javascript; charset=utf-8' }),
    );
  },
  open: openStripe,
};

function openStripe({ apiUrl, fieldsUrl, log }: OpenOptions): OpenedProcessor {
  const keys = testKeys();
  const appType = 'TEST';
  const client = new StripeClient({
    ...{ appType, apiUrl, clock: { system: () => new Date() } },
    credentials: new DeploymentCredentials([
      { connector: STRIPE, appType, webhookSecrets: [], ...keys },
    ]),
    logger: createLogger({
      ...{ service: 'connector-check', level: 'warn' },
      destination: { write: log },
    }),
    metrics: new Metrics('connector-check'),
    Unavailable: StripeUnavailable,
  });
  return {
    connector: new StripeCardGateway({ client, fieldsUrl }),
    tokenize: async (number, keeps) => {
      const account = await client.at({ customerAppId: '', gatewayAccount: null });
      const payment_method =
        number === ALWAYS_CHALLENGED ? ALWAYS_CHALLENGED_METHOD : METHODS[number];
      if (payment_method === undefined) throw new Error('Stripe has no name for this test card');
      const usage = keeps ? { setup_future_usage: 'off_session' as const } : {};
      const { id } = await account.ask((stripe, options) =>
        stripe.testHelpers.confirmationTokens.create({ payment_method, ...usage }, options),
      );
      return id;
    },
  };
}

function testKeys() {
  try {
    const { stripeTestSecretKey, stripeTestPublishableKey } = loadConfig(StripeTestKeys);
    const keys = { secretKey: stripeTestSecretKey, publishableKey: stripeTestPublishableKey };
    const mistake = keyPairMistake(stripeKeyForm, 'TEST', keys);
    if (mistake === null) return keys;
    throw new NotBegun(mistake);
  } catch (error) {
    if (error instanceof ConfigError) throw new NotBegun(error.problems.join(' '));
    throw error;
  }
}
