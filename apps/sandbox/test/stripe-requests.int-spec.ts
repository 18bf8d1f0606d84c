import { eventually } from '@towpath/testing';
import Stripe from 'stripe';
import { CallbackReceiver, testSandbox, type TestSandbox } from './sandbox.fixture.js';
import { PublishedSchema, type Shop, shopOf } from './stripe.fixture.js';

describe('requests, events and disputes of the double of Stripe', () => {
  const schema = PublishedSchema.find();
  let sandbox: TestSandbox;
  let receiver: CallbackReceiver;
  let shop: Shop;
  let stripe: Stripe;
  let shops = 0;

  const opened = (name: string, kind?: string) =>
    shopOf(sandbox, { name, ...(schema ? { schema } : {}), ...(kind ? { kind } : {}) });

  beforeAll(async () => {
    sandbox = await testSandbox();
    receiver = await CallbackReceiver.start();
  });
  beforeEach(() => {
    shop = opened(`store${(shops += 1)}x`);
    stripe = shop.stripe;
  });
  afterAll(async () => {
    await sandbox.end();
    await receiver.stop();
  });
  afterEach(() => {
    expect(schema?.findings.splice(0) ?? []).toEqual([]);
  });

  it('the check against the published schema finds what is missing or malformed', () => {
    const check = PublishedSchema.find();
    check?.check('GET /v1/refunds/re_1', 200, { id: 're_1', object: 'refund', amuont: 5 });
    check?.check('GET /v1/refunds/re_1', 404, { error: { type: 'wrong' } });
    const found = check?.findings.join('\n') ?? '"missingProperty":"amount" "amuont" /error/type';
    for (const text of ['"missingProperty":"amount"', '"amuont"', '/error/type'])
      expect(found).toContain(text);
  });

  const params = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) => ({
    amount: 12_345,
    currency: 'hkd',
    ...more,
  });
  const paid = (payment_method = 'pm_card_visa') =>
    stripe.paymentIntents.create(params({ confirm: true, payment_method }));
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof Stripe.errors.StripeError ? error : undefined),
    );
  const fault = (path: string, kind: string, more: object = {}) =>
    shop.control('settings', { settings: { faults: [{ path, kind, times: 1, ...more }] } });
  const count = async () => (await stripe.paymentIntents.list({ limit: 100 })).data.length;

  it('a repeated key gets the first answer, and another request under it is refused', async () => {
    const key = { idempotencyKey: 'reference-1' };
    const first = await stripe.paymentIntents.create(params(), key);
    const again = await stripe.paymentIntents.create(params(), key);
    expect([again.id, await count()]).toEqual([first.id, 1]);
    expect(new Headers(again.lastResponse.headers).get('idempotent-replayed')).toBe('true');
    const other = await refusal(stripe.paymentIntents.create(params({ amount: 500 }), key));
    expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  });

  it('a key keeps 402 and 500, not what was never begun, and is forgotten after a day', async () => {
    const declined = params({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' });
    const key = { idempotencyKey: 'reference-2' };
    const [first, again] = [
      await refusal(stripe.paymentIntents.create(declined, key)),
      await refusal(stripe.paymentIntents.create(declined, key)),
    ];
    expect(first).toMatchObject({ statusCode: 402 });
    expect(again?.payment_intent?.id).toBe(first?.payment_intent?.id);
    const broken = { idempotencyKey: 'reference-3' };
    await fault('POST payment_intents', 'after');
    const broke = () => refusal(stripe.paymentIntents.create(params(), broken));
    expect([(await broke())?.statusCode, (await broke())?.statusCode]).toEqual([500, 500]);
    expect(await count()).toBe(2);
    await shop.advance(86_401);
    await stripe.paymentIntents.create(params(), broken);
    expect(await count()).toBe(3);
    const wrong = { idempotencyKey: 'reference-4' };
    expect(
      await refusal(stripe.paymentIntents.create(params({ amount: -1 }), wrong)),
    ).toMatchObject({ statusCode: 400 });
    await stripe.paymentIntents.create(params(), wrong);
  });

  it('two requests at once under one key: one works, the others wait', async () => {
    const key = { idempotencyKey: 'reference-5' };
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => stripe.paymentIntents.create(params(), key)),
    );
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await count()).toBe(1);
  });

  it('answers are lost, late, refused for their number, or replaced by an error', async () => {
    const key = { idempotencyKey: 'reference-6' };
    await fault('POST payment_intents', 'lost');
    const lost = await refusal(stripe.paymentIntents.create(params(), key));
    expect(lost?.type).toBe('StripeConnectionError');
    await stripe.paymentIntents.create(params(), key);
    await fault('POST payment_intents', 'before');
    expect(await refusal(stripe.paymentIntents.create(params()))).toMatchObject({
      statusCode: 500,
    });
    await fault('POST payment_intents', 'rate_limited');
    expect(await refusal(stripe.paymentIntents.create(params()))).toMatchObject({
      statusCode: 429,
    });
    await fault('POST payment_intents', 'locked');
    expect(await refusal(stripe.paymentIntents.create(params()))).toMatchObject({
      ...{ statusCode: 429, code: 'lock_timeout' },
    });
    await fault('POST payment_intents', 'conflict');
    expect(await refusal(stripe.paymentIntents.create(params()))).toMatchObject({
      statusCode: 409,
    });
    await fault('POST payment_intents', 'late', { late_ms: 50 });
    await stripe.paymentIntents.create(params());
    expect(await count()).toBe(2);
  });

  it.each([
    [{ amount: 399 }, 'amount_too_small'],
    [{ currency: 'xyz' }, 'parameter_invalid'],
    [{ currency: 'isk', amount: 12_345 }, 'invalid_amount'],
    [{ customer: 'cus_nobody' }, 'resource_missing'],
    [{ statement_descriptor_suffix: '<shop>' }, 'parameter_invalid'],
    [{ expand: ['metadata.x'] }, 'parameter_invalid_expand'],
  ])('the request with %j is refused with %s', async (more, code) => {
    expect(await refusal(stripe.paymentIntents.create(params(more)))).toMatchObject({ code });
  });

  it('an unknown parameter is refused', async () => {
    const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_store' },
      body: new URLSearchParams({ amount: '5000', currency: 'hkd', capture_metod: 'manual' }),
    });
    expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown' } });
  });

  it('keys open the books of their account and mode, and those of connected accounts', async () => {
    const live = opened('Keys', 'sk_live').stripe;
    const test = opened('Keys').stripe;
    const { id, livemode } = await live.paymentIntents.create(params());
    expect(livemode).toBe(true);
    expect(await refusal(test.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 404 });
    const stripeAccount = 'acct_KeysBerlin';
    const connected = await test.paymentIntents.create(params(), { stripeAccount });
    expect(await refusal(test.paymentIntents.retrieve(connected.id))).toMatchObject({
      code: 'resource_missing',
    });
    await test.paymentIntents.retrieve(connected.id, {}, { stripeAccount });
    const stranger = test.paymentIntents.retrieve(id, {}, { stripeAccount: 'acct_other' });
    expect(await refusal(stranger)).toMatchObject({ statusCode: 403, code: 'account_invalid' });
    for (const [kind, status] of [
      ['pk_test', 403],
      ['sk_wrong', 401],
    ] as const) {
      const other = opened('Keys', kind).stripe;
      expect(await refusal(other.paymentIntents.create(params()))).toMatchObject({
        statusCode: status,
      });
    }
  });

  it('a page makes a confirmation token with a publishable key and a card', async () => {
    const page = opened(shop.account.slice(5), 'pk_test');
    const answer = await fetch(`${sandbox.url}/v1/confirmation_tokens`, {
      method: 'POST',
      body: new URLSearchParams({
        key: `pk_test_${page.account.slice(5)}`,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242 4242 4242 4242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2060',
        'payment_method_data[billing_details][name]': 'Ada',
      }),
    });
    const { id } = (await answer.json()) as { id: string };
    const found = await stripe.confirmationTokens.retrieve(id);
    expect(found.payment_method_preview).toMatchObject({
      card: { last4: '4242', exp_year: 2060 },
      billing_details: { name: 'Ada' },
    });
    const confirmed = params({ confirm: true, confirmation_token: id });
    expect((await stripe.paymentIntents.create(confirmed)).status).toBe('succeeded');
    expect(await refusal(stripe.paymentIntents.create(confirmed))).toMatchObject({
      statusCode: 400,
    });
  });

  it('search finds an intent after a while', async () => {
    const { id } = await stripe.paymentIntents.create(params({ metadata: { reference: 'r7' } }));
    const search = async () => {
      const { data } = await stripe.paymentIntents.search({ query: "metadata['reference']:'r7'" });
      return data.map((intent) => intent.id);
    };
    expect(await search()).toEqual([]);
    await shop.advance(61);
    expect(await search()).toEqual([id]);
  });

  it('events are signed for their endpoint, repeated, late or never sent', async () => {
    const endpoint = await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['payment_intent.succeeded', 'charge.refunded'],
      api_version: '2026-10-28.endive',
    });
    const secret = endpoint.secret ?? '';
    expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    const eventsOf = (id: string) =>
      receiver.received
        .map(({ text, headers }) => {
          const signature = String(headers['stripe-signature']);
          return stripe.webhooks.constructEvent(text, signature, secret);
        })
        .filter((event) => JSON.stringify(event.data).includes(id));
    const arrived = (id: string, expected: number) =>
      eventually(() => eventsOf(id).length >= expected && eventsOf(id));
    const first = await paid();
    const [event] = await arrived(first.id, 1);
    expect(event).toMatchObject({ type: 'payment_intent.succeeded', livemode: false });
    expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ pending_webhooks: 1 });
    if (event) schema?.checkEvent(event);
    await shop.control('settings', { settings: { webhooks: 'twice' } });
    const second = await paid();
    expect(new Set((await arrived(second.id, 2)).map(({ id }) => id)).size).toBe(1);
    await shop.control('settings', { settings: { webhooks: 'never' } });
    const third = await paid();
    await shop.control('settings', { settings: { webhooks: 'late' } });
    const fourth = await paid();
    await shop.advance(3_601);
    await arrived(fourth.id, 1);
    expect(eventsOf(third.id)).toEqual([]);
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
    expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  });

  it('a platform gets the events of connected accounts, which name the account', async () => {
    const platform = opened('Platform').stripe;
    const { id } = await platform.webhookEndpoints.create({
      ...{ url: receiver.url, enabled_events: ['*'], connect: true },
    });
    const stripeAccount = 'acct_PlatformBerlin';
    const intent = await platform.paymentIntents.create(params(), { stripeAccount });
    const [received] = await eventually(() => {
      const found = receiver.received.filter(({ text }) => text.includes(intent.id));
      return found.length > 0 && found;
    });
    expect(received?.body).toMatchObject({ account: stripeAccount });
    await platform.webhookEndpoints.del(id);
  });

  it('a chargeback takes money with a fee, takes evidence once, and gives it back', async () => {
    const intent = await paid('pm_card_createDispute');
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    const id = data[0]?.id ?? '';
    expect(data[0]).toMatchObject({ status: 'needs_response', amount: 12_345 });
    expect(data[0]?.balance_transactions).toMatchObject([{ amount: -12_345, fee: 1_500 }]);
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    const file = await stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data: Buffer.from('%PDF-1.4'), name: 'receipt.pdf', type: 'application/pdf' },
    });
    expect(file).toMatchObject({ size: 8, type: 'pdf', filename: 'receipt.pdf' });
    const draft = await stripe.disputes.update(id, {
      evidence: { receipt: file.id },
      submit: false,
    });
    expect(draft).toMatchObject({ status: 'needs_response', evidence: { receipt: file.id } });
    const sent = await stripe.disputes.update(id, { submit: true });
    expect(sent).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
    });
    expect(await refusal(stripe.disputes.update(id, { submit: true }))).toMatchObject({
      statusCode: 400,
    });
    await shop.control('decision', { id, status: 'won' });
    const won = await stripe.disputes.retrieve(id);
    expect([won.status, won.balance_transactions.length]).toEqual(['won', 2]);
  });

  it('an inquiry takes no money, becomes a chargeback, and is accepted', async () => {
    const intent = await paid('pm_card_createDisputeInquiry');
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    const id = data[0]?.id ?? '';
    expect(data[0]).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    await shop.control('decision', { id, status: 'needs_response' });
    expect((await stripe.disputes.retrieve(id)).balance_transactions).toHaveLength(1);
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
    const closed = await paid();
    const charge = String(closed.latest_charge);
    const other = await shop.control('dispute', { charge, kind: 'chargeback', defendable: false });
    const late = stripe.disputes.update(String(other['id']), { submit: true });
    expect(await refusal(late)).toMatchObject({ statusCode: 400 });
  });
});
