/** @proves createLink, linkStatus, getWebhookJwks, createRefund, listWebhookEvents @takes 20 s */
import { ALL_SCOPES } from '@towpath/contracts';
import {
  each,
  InsufficientScopeError,
  Towpath,
  type PaymentLinkResponse,
  type WebhookEvent,
} from '@towpath/sdk';
import { sealCredentials } from '@towpath/sdk/seal';
import { WebhookVerifier } from '@towpath/sdk/webhooks';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';

const DEADLINE = { deadlineMs: 120_000 };

const system = RunningSystem.open();
let shop: Merchant;
let towpath: Towpath;
let receiver: WebhookReceiver;

const open = (merchant: Merchant, more: { fetch?: typeof fetch } = {}) => {
  const { client_id: clientId, client_secret: clientSecret } = merchant.credentials;
  const { fetch } = merchant.api;
  return new Towpath({ baseUrl: system.baseUrl, clientId, clientSecret, fetch, ...more });
};

beforeAll(async () => {
  shop = await system.newShop({ scopes: ALL_SCOPES });
  towpath = open(shop);
  receiver = await system.webhookReceiver();
});
afterAll(() => receiver.stop());

describe('a shop that uses the SDK', () => {
  let secret: string;
  let link: PaymentLinkResponse;
  let paid: WebhookEvent;

  beforeAll(async () => {
    const endpoint = await towpath.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
    ({ secret } = endpoint);
    link = await towpath.createPaymentLink({ body: paymentOrder() });
    const payer = await HostedPayer.open(shop.api, link.url ?? '');
    expect((await payer.pay('authorized')).status).toBe(200);
  });

  const arrived = () =>
    receiver.waitFor(({ body }) => body['event_type'] === 'PAYMENT_LINK_PAID', DEADLINE);

  it('verifies what webhook-dispatch sends, by the secret and by the published keys', async () => {
    const { rawBody, headers } = await arrived();
    const { customerAppId } = shop;
    const bySecret = new WebhookVerifier({ secret, customerAppId });
    const byKeys = new WebhookVerifier({
      baseUrl: system.baseUrl,
      customerAppId,
      fetch: shop.api.fetch,
    });
    paid = await bySecret.verify(rawBody, headers);
    expect(await byKeys.verify(rawBody, headers)).toEqual(paid);
    const changed = rawBody.toString().replace('PAID', 'PAIF');
    for (const verifier of [bySecret, byKeys]) {
      await expect(verifier.verify(changed, headers)).rejects.toMatchObject({
        fault: 'WRONG_SIGNATURE',
      });
    }
  });

  it('knows by event_type what an event names, and refunds its payment once', async () => {
    if (paid.event_type !== 'PAYMENT_LINK_PAID') throw new Error('it is another event');
    expect(paid.payment_link_id).toBe(link.payment_link_id);
    const path = { paymentId: paid.payment_id ?? '' };
    const body = { amount: 500, currency: 'HKD' };
    const headers = { 'Idempotency-Key': 'refund of the test' };
    const [one, same] = [
      await towpath.createRefund({ path, body, headers }),
      await towpath.createRefund({ path, body, headers }),
    ];
    expect(same.refund_id).toBe(one.refund_id);
    const other = await towpath.createRefund({ path, body });
    expect(other.refund_id).not.toBe(one.refund_id);
  });

  it('reads a feed that is longer than a page to its end', async () => {
    await eventually(async () => {
      const types: string[] = [];
      const feed = each((after) => towpath.listWebhookEvents({ query: { limit: 1, ...after } }));
      for await (const { body } of feed) types.push(body.event_type);
      return ['PAYMENT_EXECUTED', 'PAYMENT_LINK_PAID', 'PAYMENT_REFUNDED'].every((type) =>
        types.includes(type),
      );
    }, DEADLINE);
  });

  it('links a bank login in its own page, with credentials that only the service reads', async () => {
    const { keys } = await towpath.getCredSubmitJwks();
    const [key] = keys;
    if (!key) throw new Error('no key is published');
    const typed = { user_id: 'usergood', password: 'datagood' };
    const { login_identity: made } = await towpath.createLink({
      body: {
        institution_id: 'testbank',
        user_id: 'end-user of the SDK',
        consent: true,
        products_requested: ['ACCOUNTS'],
        store_credentials: false,
        encrypted_credentials: await sealCredentials(typed, key),
      },
    });
    const path = { loginIdentityId: made.login_identity_id };
    const token = await eventually(async () => {
      const { login_identity: now } = await towpath.getLoginIdentityById({ path });
      if (now.status !== 'DATA_RETRIEVAL_COMPLETE') return undefined;
      return (await towpath.linkStatus({ path })).success?.access_token;
    }, DEADLINE);
    const { accounts } = await towpath.withToken(token).listAccounts();
    expect(accounts.length).toBeGreaterThan(0);
  });
});

it('a hundred calls at once fetch one token of the gateway', async () => {
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    asked.push(new URL(request.url).pathname);
    return shop.api.fetch(request);
  };
  const many = open(shop, { fetch: counting });
  const lists = await Promise.all(
    Array.from({ length: 100 }, () => many.listPayments({ query: { limit: 1 } })),
  );
  expect(lists.map(({ payments }) => payments.length)).not.toContain(0);
  expect(asked.filter((path) => path === '/auth/customer/token')).toHaveLength(1);
});

it('a refusal of the gateway has the class of its error_code', async () => {
  const poor = open(await system.newShop({ scopes: ['test'] }));
  await expect(poor.listPayments()).rejects.toThrow(InsufficientScopeError);
});
