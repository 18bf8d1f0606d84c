import { ConfigError } from '@towpath/config';
import {
  AppCredentials,
  DeploymentCredentials,
  keyMistake,
  stripeAccounts,
  stripeKeyForm,
  type GatewayAccountAnswer,
  type InternalCall,
} from '../index.js';

const APP = '01JQ0000000000000000000APP';
const ENDPOINT = '01JQ00000000000000000000E1';
const UNKNOWN = '01JQ00000000000000000000E2';
const TEST = {
  stripeTestSecretKey: 'sk_test_a1',
  stripeTestPublishableKey: 'pk_test_a1',
  stripeTestWebhookSecrets: ['whsec_new', 'whsec_old'],
};
const LIVE = {
  stripeLiveSecretKey: 'rk_live_b2',
  stripeLivePublishableKey: 'pk_live_b2',
  stripeLiveWebhookSecrets: ['whsec_live'],
};
const KEYS = { secretKey: 'sk_test_a1', publishableKey: 'pk_test_a1', webhookSecrets: ['whsec_a'] };

describe('the keys that an app may get', () => {
  it.each([
    ['TEST', {}, null],
    ['TEST', { secretKey: 'rk_test_a1' }, null],
    ['LIVE', {}, 'The secret key is a test key, and a live app gets none.'],
    [
      'TEST',
      { secretKey: 'sk_live_a1', publishableKey: 'pk_live_a1' },
      'The secret key is a live key, and a test app gets none.',
    ],
    ['LIVE', { secretKey: 'sk_live_a1', publishableKey: 'pk_live_a1' }, null],
    [
      'LIVE',
      { secretKey: 'sk_live_a1' },
      'The publishable key and the secret key are of different modes.',
    ],
    ['TEST', { secretKey: 'pk_test_a1' }, 'The secret key is no secret key of stripe.'],
    ['TEST', { secretKey: 'sk_testa1' }, 'The secret key is no secret key of stripe.'],
    ['TEST', { secretKey: 'xsk_test_a1' }, 'The secret key is no secret key of stripe.'],
    ['TEST', { publishableKey: 'sk_test_a1' }, 'The publishable key is no such key of stripe.'],
    ['TEST', { webhookSecrets: [] }, 'A webhook secret is missing.'],
    ['TEST', { webhookSecrets: ['sk_test_a1'] }, 'One of the webhook secrets is none of stripe.'],
  ] as const)('%s: %j', (appType, change, mistake) => {
    expect(keyMistake(stripeKeyForm, appType, { ...KEYS, ...change })).toBe(mistake);
  });
});

describe('the accounts of a deployment', () => {
  const credentials = new DeploymentCredentials(stripeAccounts({ ...TEST, ...LIVE }));

  it('give each type of app its own keys', async () => {
    expect(await credentials.of({ appType: 'TEST', connector: 'stripe' })).toEqual({
      secretKey: 'sk_test_a1',
      publishableKey: 'pk_test_a1',
      gatewayAccount: null,
      live: false,
      endpoints: [{ endpointId: 'default', secrets: ['whsec_new', 'whsec_old'] }],
    });
    expect(await credentials.of({ appType: 'LIVE', connector: 'stripe' })).toMatchObject({
      secretKey: 'rk_live_b2',
      live: true,
    });
    expect(await credentials.of({ appType: 'TEST', connector: 'other' })).toBeNull();
  });

  it('may be absent for one type of app', async () => {
    const testOnly = new DeploymentCredentials(stripeAccounts(TEST));
    expect(await testOnly.of({ appType: 'LIVE', connector: 'stripe' })).toBeNull();
    expect(new DeploymentCredentials(stripeAccounts({}))).toBeDefined();
  });

  it.each([null, 'default'])('have their secrets at the endpoint %s', async (endpointId) => {
    const secrets = await credentials.endpoint('stripe', endpointId);
    expect(secrets).toEqual([
      { customerAppId: null, secret: 'whsec_new', live: false },
      { customerAppId: null, secret: 'whsec_old', live: false },
      { customerAppId: null, secret: 'whsec_live', live: true },
    ]);
    expect(await credentials.endpoint('stripe', 'other')).toEqual([]);
    expect(await credentials.endpoint('other', endpointId)).toEqual([]);
  });

  it('do not start with keys of the wrong mode, and no error contains a key', () => {
    const swapped = {
      ...TEST,
      stripeTestSecretKey: 'sk_live_hunter2',
      ...LIVE,
      stripeLiveSecretKey: 'sk_test_hunter2',
    };
    let error: unknown;
    try {
      stripeAccounts(swapped);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    const { problems } = error as ConfigError;
    expect(problems).toEqual([
      'STRIPE_TEST_…: The secret key is a live key, and a test app gets none.',
      'STRIPE_LIVE_…: The secret key is a test key, and a live app gets none.',
    ]);
  });
});

describe('the accounts of apps', () => {
  const own: GatewayAccountAnswer = {
    secret_key: 'sk_test_own',
    publishable_key: 'pk_test_own',
    gateway_account: 'acct_1',
    live: false,
    endpoint_id: ENDPOINT,
    webhook_secrets: ['whsec_own'],
  };
  const place = { customerAppId: APP, appType: 'TEST', connector: 'stripe' } as const;

  function credentialsWith(answerTo: (path: string) => object) {
    const asked: string[] = [];
    const call = (_target: string, { path }: InternalCall) => {
      asked.push(path);
      return Promise.resolve(answerTo(path) as never);
    };
    const deployment = new DeploymentCredentials(stripeAccounts({ ...TEST, ...LIVE }));
    return { credentials: new AppCredentials({ call }, deployment), asked };
  }

  it('win over the account of the deployment, and are asked for once in a while', async () => {
    const { credentials, asked } = credentialsWith(() => ({ gateway_account: own }));
    const found = await Promise.all([credentials.of(place), credentials.of(place)]);
    const expected = {
      secretKey: 'sk_test_own',
      publishableKey: 'pk_test_own',
      gatewayAccount: 'acct_1',
      live: false,
      endpoints: [{ endpointId: ENDPOINT, secrets: ['whsec_own'] }],
    };
    expect(found).toEqual([expected, expected]);
    expect(asked).toEqual([`/internal/gateway_accounts/stripe/apps/${APP}`]);
  });

  it('are those of the deployment for an app that has none', async () => {
    const { credentials } = credentialsWith(() => ({}));
    expect(await credentials.of(place)).toMatchObject({ secretKey: 'sk_test_a1' });
  });

  it('are of no use to an app that went live with its test keys', async () => {
    const { credentials } = credentialsWith(() => ({ gateway_account: own }));
    expect(await credentials.of({ ...place, appType: 'LIVE' })).toBeNull();
  });

  it('have endpoints of their own, whose secrets are for that app only', async () => {
    const { customer_app_id, webhook_secrets } = { customer_app_id: APP, ...own };
    const { credentials, asked } = credentialsWith((path) =>
      path.endsWith(ENDPOINT)
        ? { endpoint: { customer_app_id, live: false, webhook_secrets } }
        : {},
    );
    expect(await credentials.endpoint('stripe', ENDPOINT)).toEqual([
      { customerAppId: APP, secret: 'whsec_own', live: false },
    ]);
    expect(await credentials.endpoint('stripe', UNKNOWN)).toEqual([]);
    expect(await credentials.endpoint('stripe', null)).toHaveLength(3);
    expect(await credentials.endpoint('stripe', '../apps')).toEqual([]);
    expect(asked).toEqual([
      `/internal/gateway_accounts/stripe/endpoints/${ENDPOINT}`,
      `/internal/gateway_accounts/stripe/endpoints/${UNKNOWN}`,
    ]);
  });
});
