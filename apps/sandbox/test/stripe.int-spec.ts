import Stripe from 'stripe';
import { testSandbox, type TestSandbox } from './sandbox.fixture.js';
import { decideChallenge, PublishedSchema, type Shop, shopOf } from './stripe.fixture.js';

const RETURN_URL = 'https://shop.test/back?attempt=1';

describe('the double of Stripe, as its official library sees it', () => {
  const schema = PublishedSchema.find();
  let sandbox: TestSandbox;
  let shop: Shop;
  let stripe: Stripe;
  let shops = 0;

  const openShop = (kind?: string) => {
    const name = `shop${(shops += 1)}`;
    return shopOf(sandbox, { name, ...(schema ? { schema } : {}), ...(kind ? { kind } : {}) });
  };

  beforeAll(async () => {
    sandbox = await testSandbox();
  });
  beforeEach(() => {
    shop = openShop();
    stripe = shop.stripe;
  });
  afterAll(() => sandbox.end());
  afterEach(() => {
    expect(schema?.findings.splice(0) ?? []).toEqual([]);
  });

  const token = (payment_method: string, more: object = {}) =>
    stripe.testHelpers.confirmationTokens.create({ payment_method, ...more });
  const prepare = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      amount: 12_345,
      currency: 'hkd',
      capture_method: 'manual',
      metadata: { reference: 'r1', customer_app_id: 'app' },
      allowed_payment_method_types: ['card'],
      ...more,
    });
  const confirm = async (id: string, payment_method: string) => {
    const { id: confirmation_token } = await token(payment_method);
    return stripe.paymentIntents.confirm(id, {
      confirmation_token,
      return_url: RETURN_URL,
      use_stripe_sdk: false,
      expand: ['latest_charge'],
    });
  };
  const held = async (payment_method = 'pm_card_visa', more: object = {}) =>
    confirm((await prepare(more)).id, payment_method);
  const paid = async (payment_method = 'pm_card_visa') =>
    stripe.paymentIntents.capture((await held(payment_method)).id);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof Stripe.errors.StripeError ? error : undefined),
    );

  it('a bank decides later, refuses a capture, or takes its money back after it succeeded', async () => {
    const late = await held('pm_card_double_decidedLater');
    expect([late.status, late.latest_charge]).toEqual(['processing', null]);
    await shop.control('intent', { id: late.id, decision: 'approve' });
    expect((await stripe.paymentIntents.capture(late.id)).status).toBe('succeeded');
    const refused = await held('pm_card_double_captureFails');
    expect(await failure(stripe.paymentIntents.capture(refused.id))).toMatchObject({
      statusCode: 402,
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method', amount_received: 0 },
    });
    const { id, latest_charge: charge } = await paid();
    await shop.control('lost_capture', { charge });
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
      latest_charge: {
        status: 'failed',
        failure_balance_transaction: expect.any(String) as string,
      },
    });
    const [back] = (await stripe.balanceTransactions.list({ limit: 1 })).data;
    expect(back).toMatchObject({ type: 'payment_failure_refund', net: -12_345, source: charge });
  });

  it('an intent is made, confirmed, captured and found', async () => {
    const intent = await prepare();
    expect(intent).toMatchObject({ status: 'requires_payment_method', livemode: false });
    const authorized = await confirm(intent.id, 'pm_card_visa');
    expect(authorized).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 12_345,
      latest_charge: {
        captured: false,
        payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      },
    });
    const taken = await stripe.paymentIntents.capture(intent.id, {});
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 12_345 });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      metadata: { reference: 'r1' },
    });
    const again = await failure(stripe.paymentIntents.capture(intent.id));
    expect(again).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    const { data } = await stripe.paymentIntents.list({ limit: 3 });
    expect(data.map(({ id }) => id)).toEqual([intent.id]);
  });

  it('a hold is cancelled, or given back after seven days', async () => {
    const first = await held();
    const cancelled = await stripe.paymentIntents.cancel(first.id);
    expect(cancelled).toMatchObject({ status: 'canceled', amount_capturable: 0 });
    const second = await held();
    await shop.advance(7 * 86_400);
    expect(await stripe.paymentIntents.retrieve(second.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    });
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('%s is declined and leaves the intent open', async (method, code, decline_code) => {
    const intent = await prepare();
    const error = await failure(confirm(intent.id, method));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
    expect((await confirm(intent.id, 'pm_card_visa')).status).toBe('requires_capture');
  });

  it('a challenge is a redirect only if the page has no script for it', async () => {
    const scripted = await prepare();
    const { id: confirmation_token } = await token('pm_card_authenticationRequired');
    const left = await stripe.paymentIntents.confirm(scripted.id, {
      confirmation_token,
      return_url: RETURN_URL,
    });
    expect(left.next_action).toMatchObject({ type: 'use_stripe_sdk' });
    expect(left.next_action?.redirect_to_url).toBeUndefined();
    for (const [decision, status] of [
      ['approve', 'requires_capture'],
      ['refuse', 'requires_payment_method'],
    ] as const) {
      const intent = await held('pm_card_authenticationRequired');
      expect(intent.status).toBe('requires_action');
      const url = intent.next_action?.redirect_to_url?.url ?? '';
      expect(await (await fetch(url)).text()).toContain('3184');
      const back = await decideChallenge(url, decision);
      expect(back.searchParams.get('payment_intent_client_secret')).toBe(intent.client_secret);
      const after = await stripe.paymentIntents.retrieve(intent.id);
      expect(after.status).toBe(status);
    }
  });

  it('a stored card is charged without the payer, or wants a challenge', async () => {
    const customer = await stripe.customers.create({ email: 'payer@example.com' });
    const store = (method: string) =>
      held(method, { customer: customer.id, setup_future_usage: 'off_session' });
    const stored = await store('pm_card_visa');
    const payment_method = String(stored.payment_method);
    expect(await stripe.customers.retrievePaymentMethod(customer.id, payment_method)).toMatchObject(
      { customer: customer.id, card: { last4: '4242' } },
    );
    const offSession = { customer: customer.id, off_session: true, confirm: true };
    expect(await prepare({ ...offSession, payment_method })).toMatchObject({
      status: 'requires_capture',
    });
    const challenged = await store('pm_card_authenticationRequired');
    await decideChallenge(challenged.next_action?.redirect_to_url?.url ?? '', 'approve');
    const always = await stripe.paymentIntents.retrieve(challenged.id);
    const method = String(always.payment_method);
    const error = await failure(prepare({ ...offSession, payment_method: method }));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    const other = await stripe.customers.create({});
    const foreign = prepare({ ...offSession, customer: other.id, payment_method });
    expect(await failure(foreign)).toMatchObject({ statusCode: 400 });
    await stripe.paymentMethods.detach(payment_method);
    expect(await failure(prepare({ ...offSession, payment_method }))).toMatchObject({
      statusCode: 400,
    });
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect(await failure(prepare({ customer: customer.id }))).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('a set-up stores a card, at once or after a challenge', async () => {
    const customer = await stripe.customers.create({ metadata: { customer_app_id: 'app' } });
    const setUp = async (method: string) => {
      const { id: confirmation_token } = await token(method, { setup_future_usage: 'off_session' });
      const { id } = await stripe.setupIntents.create({
        customer: customer.id,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
      });
      return stripe.setupIntents.confirm(id, {
        confirmation_token,
        return_url: RETURN_URL,
        use_stripe_sdk: false,
      });
    };
    expect((await setUp('pm_card_mastercard')).status).toBe('succeeded');
    const challenged = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(challenged.status).toBe('requires_action');
    const back = await decideChallenge(
      challenged.next_action?.redirect_to_url?.url ?? '',
      'approve',
    );
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    const done = await stripe.setupIntents.retrieve(challenged.id);
    expect(done.status).toBe('succeeded');
    const charged = await prepare({
      ...{ customer: customer.id, off_session: true, confirm: true },
      payment_method: String(done.payment_method),
    });
    expect(charged.status).toBe('requires_capture');
    expect(await failure(setUp('pm_card_visa_chargeDeclined'))).toMatchObject({
      statusCode: 402,
      setup_intent: { status: 'requires_payment_method' },
    });
    const open = await stripe.setupIntents.create({ customer: customer.id });
    expect(await stripe.setupIntents.cancel(open.id)).toMatchObject({ status: 'canceled' });
    const { data } = await stripe.customers.listPaymentMethods(customer.id);
    expect(data).toHaveLength(2);
  });

  it('refunds are listed by their intent, stay pending, and fail after they succeeded', async () => {
    const { id: payment_intent } = await paid('pm_card_refundFail');
    const first = await stripe.refunds.create({
      ...{ payment_intent, amount: 2_345, metadata: { refund_reference: 'rf1' } },
    });
    expect(first).toMatchObject({ status: 'succeeded', metadata: { refund_reference: 'rf1' } });
    const { data } = await stripe.refunds.list({ payment_intent });
    expect(data.map(({ id }) => id)).toEqual([first.id]);
    expect(await failure(stripe.refunds.create({ payment_intent, amount: 10_001 }))).toMatchObject({
      statusCode: 400,
    });
    await shop.control('refund', { id: first.id, status: 'failed' });
    const failed = await stripe.refunds.retrieve(first.id);
    expect(failed.status).toBe('failed');
    await stripe.refunds.create({ payment_intent });
    expect(await failure(stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const { id: other } = await paid('pm_card_pendingRefund');
    const pending = await stripe.refunds.create({ payment_intent: other });
    expect(pending.status).toBe('pending');
    await shop.control('refund', { id: pending.id, status: 'succeeded' });
    expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded');
    await shop.control('settings', { settings: { refunds: 'insufficient_funds' } });
    const { id: poor } = await paid();
    expect(await stripe.refunds.create({ payment_intent: poor })).toMatchObject({
      ...{ status: 'pending', balance_transaction: null, pending_reason: 'insufficient_funds' },
    });
  });

  it('the balance is listed newest first, in pages, with sources and fees', async () => {
    const { id: payment_intent } = await paid();
    const refund = await stripe.refunds.create({ payment_intent, amount: 345 });
    const page = { created: { gte: 0 }, limit: 1, expand: ['data.source'] };
    const first = await stripe.balanceTransactions.list(page);
    expect(first).toMatchObject({
      has_more: true,
      data: [{ amount: -345, fee: 0, source: { id: refund.id, payment_intent } }],
    });
    const starting_after = first.data[0]?.id ?? '';
    const second = await stripe.balanceTransactions.list({ ...page, starting_after });
    expect(second).toMatchObject({
      has_more: false,
      data: [{ amount: 12_345, fee: 655, net: 11_690, source: { payment_intent } }],
    });
    const none = await stripe.balanceTransactions.list({ created: { lt: 1_000 } });
    expect(none.data).toEqual([]);
    const { payout } = { payout: await shop.control('payout', { currency: 'hkd' }) };
    expect(payout).toMatchObject({ amount: 11_345, status: 'paid' });
    const id = String(payout['id']);
    const entries = await stripe.balanceTransactions.list({ payout: id });
    expect(entries.data.map(({ net }) => net)).toEqual([-11_345, -345, 11_690]);
    await shop.control('payout', { id });
    expect((await stripe.payouts.retrieve(id)).status).toBe('failed');
  });

  it('fees of the account and reserves have no source, and a payout is in transit before it is paid', async () => {
    await paid();
    const add = (type: string, amount: number) =>
      shop.control('entry', { type, amount, currency: 'hkd' });
    await add('stripe_fee', -7);
    await add('reserve_hold', -1_000);
    await add('reserve_release', 400);
    const listed = await stripe.balanceTransactions.list({ limit: 3 });
    expect(listed.data).toMatchObject([
      { type: 'reserve_release', net: 400, reporting_category: 'risk_reserved_funds' },
      { type: 'reserve_hold', net: -1_000, source: null },
      { type: 'stripe_fee', amount: -7, fee: 0, net: -7, reporting_category: 'fee' },
    ]);
    const payout = { currency: 'hkd', status: 'in_transit' };
    const id = String((await shop.control('payout', payout))['id']);
    expect(await stripe.payouts.retrieve(id)).toMatchObject({
      ...{ status: 'in_transit', amount: 11_690 - 607 },
    });
    const { data } = await stripe.balanceTransactions.list({ payout: id, type: 'reserve_hold' });
    expect(data).toHaveLength(1);
    await shop.control('payout', { id, status: 'paid' });
    expect((await stripe.payouts.list({ status: 'paid' })).data).toMatchObject([{ id }]);
  });

  it('a payout that is ordered has no list of entries, and the next automatic one has its entry', async () => {
    await paid();
    const order = { amount: 5_000, currency: 'hkd', method: 'instant' } as const;
    await expect(stripe.payouts.create({ ...order, amount: 11_600 })).rejects.toMatchObject({
      code: 'balance_insufficient',
    });
    const ordered = await stripe.payouts.create(order);
    expect(ordered).toMatchObject({ automatic: false, method: 'instant', status: 'in_transit' });
    await expect(stripe.balanceTransactions.list({ payout: ordered.id })).rejects.toMatchObject({
      ...{ statusCode: 400, param: 'payout' },
    });
    const metadata = { customer_app_id: 'app_1' };
    expect(await stripe.payouts.update(ordered.id, { metadata })).toMatchObject({ metadata });
    await shop.control('payout', { id: ordered.id, status: 'paid' });
    const { id: payout } = await shop.control('payout', { currency: 'hkd' });
    const { data } = await stripe.balanceTransactions.list({ payout: String(payout) });
    expect(data).toMatchObject([
      { type: 'payout', source: payout, net: -6_640 },
      { type: 'payout', source: ordered.id, amount: -5_000, fee: 50, net: -5_050 },
      // Nothing of it was available yet.
      { type: 'advance_funding', net: -5_050 },
      { type: 'advance', net: 5_050 },
      { type: 'charge', net: 11_690 },
    ]);
  });

  it('a payout that was paid is collected once, by another one', async () => {
    await paid();
    const { id } = await shop.control('payout', { currency: 'hkd' });
    const original_payout = String(id);
    const back = await stripe.payouts.reverse(original_payout);
    const of = { automatic: false, original_payout, amount: -11_690, status: 'in_transit' };
    expect(back).toMatchObject(of);
    await expect(stripe.payouts.reverse(original_payout)).rejects.toMatchObject({
      ...{ statusCode: 400, param: 'payout' },
    });
    const { data } = await stripe.balanceTransactions.list({ limit: 1 });
    expect(data).toMatchObject([{ type: 'payout', source: back.id, net: 11_690 }]);
  });

  it('an account in another currency has converted entries', async () => {
    await shop.control('settings', { settings: { settlement_currency: 'usd', rate: 0.128 } });
    const { latest_charge } = await paid();
    const { data } = await stripe.balanceTransactions.list({ source: String(latest_charge) });
    expect(data).toMatchObject([{ amount: 1_580, currency: 'usd', exchange_rate: 0.128 }]);
  });
});
