/** @proves answerHostedAutopayEnrollment */
import type {
  AvailablePaymentMethod,
  AvailablePaymentMethodsResponse,
  HostedView,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp([]);
  const types = { payment_method_types: ['CARD', 'WALLET'] };
  await app.settlementAccount('HKD', types);
  await app.settlementAccount('SGD', { ...types, card_integration_id: 'GW4' });
});

const sender = { external_user_id: 'the-same-payer', name: 'Chan Tai Man' };
const payerOf = (members: object = {}) => Payer.of(app, sandbox, linkBody({ sender, ...members }));

async function offered(payer: Payer): Promise<AvailablePaymentMethod[]> {
  const { body } = await payer.call<AvailablePaymentMethodsResponse>(
    'GET /available_payment_methods',
  );
  return body.available_payment_methods;
}

async function choose(payer: Payer, method: AvailablePaymentMethod | undefined) {
  const { payment_account_id, payment_method_type, payment_method_id } = method ?? {};
  const chosen = { payment_account_id, payment_method_type, payment_method_id };
  return payer.call<SelectPaymentMethodResponse>('POST /select_payment_method', chosen);
}

const submit = (payer: Payer, attempt_id: string) =>
  payer.call('POST /submit_payment_method', { attempt_id });

async function tap(payer: Payer, method: AvailablePaymentMethod | undefined) {
  const { body } = await choose(payer, method);
  expect(body).not.toHaveProperty('card_fields_url');
  return submit(payer, body.attempt_id);
}

/** Stores a card of the payer with a set-up link. */
async function save(number: string, members: object = {}): Promise<string> {
  const order = { sender, payment_setup_options: { future_payments: 'CLICK_TO_PAY' }, ...members };
  const payer = await Payer.of(app, sandbox, setupBody(order));
  await payer.pay(number);
  return (await payer.readLink()).payment_method?.payment_method_id ?? '';
}

describe('a wallet', () => {
  it.each(['HKD', 'SGD'])('pays a link in %s with one tap', async (currency) => {
    const payer = await payerOf({ currency });
    const methods = await offered(payer);
    expect(methods.map((method) => method.payment_method_type)).toEqual(['CARD', 'WALLET']);
    const paid = await tap(payer, methods[1]);
    expect(paid.body).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    expect(paid.body.attempt).toMatchObject({ payment_method_type: 'WALLET', status: 'EXECUTED' });
    const { payment } = await payer.readLink();
    expect(payment).toMatchObject({
      type: 'WALLET',
      status: 'EXECUTED',
      payment_method: { wallet: { wallet_details: { brand: 'Sandbox Wallet', country: 'HK' } } },
    });
    expect(payment?.payment_method).not.toHaveProperty('card');
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });

  it('tapped twice, is charged once', async () => {
    const payer = await payerOf();
    const { body } = await choose(payer, (await offered(payer))[1]);
    const taps = Array.from({ length: 8 }, () => submit(payer, body.attempt_id));
    const answers = await Promise.all(taps);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await payer.reaches('COMPLETE')).status).toBe('PAID');
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });

  it('stores nothing, and is not offered on links that only store a method', async () => {
    const setUp = await Payer.of(app, sandbox, setupBody());
    expect((await offered(setUp)).map((method) => method.payment_method_type)).toEqual(['CARD']);
    const payer = await payerOf({ payment_setup_options: { future_payments: 'CLICK_TO_PAY' } });
    const wallet = (await offered(payer)).find(
      ({ payment_method_type: type }) => type === 'WALLET',
    );
    expect(wallet?.recurring).toBe(false);
    await tap(payer, wallet);
    const link = await payer.readLink();
    expect(link.status).toBe('PAID');
    expect(link).not.toHaveProperty('payment_method');
    expect(link.payment).not.toHaveProperty('payment_method_id');
  });

  it('is the only method offered when the link says so', async () => {
    const payer = await payerOf({
      payment_setup_options: { payment_method_types: ['WALLET', 'MANUAL'] },
    });
    expect(await offered(payer)).toMatchObject([{ payment_method_type: 'WALLET' }]);
  });
});

describe('a saved card', () => {
  it('is offered first on later links of the same user, and paid with by one tap', async () => {
    const id = await save(CARDS.good);
    const payer = await payerOf();
    const methods = await offered(payer);
    expect(methods[0]).toMatchObject({
      payment_method_type: 'CARD',
      payment_method_id: id,
      recurring: true,
      card: { brand: 'Visa', last4: '4242', expiry_month: 12, expiry_year: 2060 },
    });
    const paid = await tap(payer, methods[0]);
    expect(paid.body).toMatchObject({ status: 'PAID' });
    expect(paid.body.attempt?.card).toEqual({ brand: 'Visa', last4: '4242' });
    const { payment } = await payer.readLink();
    expect(payment).toMatchObject({ type: 'CARD', status: 'EXECUTED', payment_method_id: id });
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });

  it('of GW4 is charged there, and never by another gateway', async () => {
    const id = await save(CARDS.good, { currency: 'SGD' });
    expect((await offered(await payerOf())).some((method) => method.payment_method_id)).toBe(false);
    const payer = await payerOf({ currency: 'SGD' });
    const [saved] = await offered(payer);
    expect(saved?.payment_method_id).toBe(id);
    expect((await tap(payer, saved)).body.status).toBe('PAID');
  });

  it('may need a challenge of its bank again', async () => {
    const setUp = await Payer.of(
      app,
      sandbox,
      setupBody({ sender, payment_setup_options: { future_payments: 'CLICK_TO_PAY' } }),
    );
    const first = await setUp.pay(CARDS.challenged);
    await setUp.decide(first.body, 'approve');
    await setUp.reaches('COMPLETE');
    const payer = await payerOf();
    const asked = await tap(payer, (await offered(payer))[0]);
    await payer.decide(asked.body, 'approve');
    expect((await payer.reaches('COMPLETE')).status).toBe('PAID');
  });

  it("is not offered to others, nor when kept for the merchant's own charges", async () => {
    await save(CARDS.good);
    await save(CARDS.good, { payment_setup_options: { future_payments: 'AUTOPAY' } });
    const other = await Payer.of(app, sandbox, linkBody());
    expect((await offered(other)).some((method) => method.payment_method_id)).toBe(false);
    expect((await offered(await payerOf())).filter((method) => method.payment_method_id)).toEqual([
      expect.objectContaining({ recurring: true }),
    ]);
  });

  it('of another user cannot be chosen', async () => {
    const id = await save(CARDS.good);
    const other = await Payer.of(app, sandbox, linkBody());
    const [method] = await offered(other);
    const chosen = { ...method, payment_method_id: id } as AvailablePaymentMethod;
    expect(await choose(other, chosen)).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_REQUEST' } },
    });
  });

  it('cancelled meanwhile, is not charged', async () => {
    const id = await save(CARDS.good);
    const payer = await payerOf();
    const { body } = await choose(payer, (await offered(payer))[0]);
    await app.send(`POST /payment_methods/${id}/cancel`);
    expect(await submit(payer, body.attempt_id)).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_METHOD_STATUS' } },
    });
    expect(await offered(payer)).toMatchObject([{ payment_method_type: 'CARD' }, {}]);
    expect((await payer.pay(CARDS.good)).body.status).toBe('PAID');
  });

  it('is not offered once its month has passed on the clock of the app', async () => {
    await save(CARDS.good);
    await app.rows(`UPDATE payment_methods
      SET card_details = card_details || '{"expiry_year": 2020, "expiry_month": 1}'`);
    expect((await offered(await payerOf())).some((method) => method.payment_method_id)).toBe(false);
  });

  it('is refused with card data; a typed card is refused without them', async () => {
    await save(CARDS.good);
    const payer = await payerOf();
    const methods = await offered(payer);
    const saved = await choose(payer, methods[0]);
    const typed = { token: 'tok_x', last4: '4242' };
    expect((await payer.submitToken(saved.body.attempt_id, typed)).status).toBe(400);
    const fresh = await choose(payer, methods[1]);
    expect((await submit(payer, fresh.body.attempt_id)).status).toBe(400);
    expect((await payer.view()).session_status).toBe('OPEN');
  });
});

describe('the autopay screen', () => {
  const asking = (prefill: 'YES' | 'NO' = 'NO') => ({
    payment_setup_options: {
      future_payments: 'AUTOPAY',
      autopay_enrollment_configuration: {
        display_enrollment_screen: true,
        enrollment_prefill_value: prefill,
      },
    },
  });
  const answer = (payer: Payer, autopay_consent: unknown) =>
    payer.call('POST /autopay_enrollment', { autopay_consent });
  const consentOf = async (payer: Payer) => {
    const userId = payer.link.sender?.user_id;
    const { body } = await app.send<{ autopay_consent: boolean }>(`GET /payment_users/${userId}`);
    return body.autopay_consent;
  };

  it.each([true, false])('is shown until it is answered: %s', async (consent) => {
    const payer = await payerOf(asking(consent ? 'NO' : 'YES'));
    const before = await payer.view();
    expect(before.autopay_enrollment).toEqual({ prefill: consent ? 'NO' : 'YES' });
    const { body } = await answer(payer, consent);
    expect(body).not.toHaveProperty('autopay_enrollment');
    expect(await consentOf(payer)).toBe(consent);
    expect((await payer.pay(CARDS.good)).body.status).toBe('PAID');
  });

  it('takes the last answer, and none once the link has ended', async () => {
    const payer = await payerOf(asking());
    await answer(payer, true);
    await answer(payer, false);
    expect(await consentOf(payer)).toBe(false);
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(await answer(payer, true)).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    expect(await consentOf(payer)).toBe(false);
  });

  it('is not there for a link that does not ask', async () => {
    const payer = await payerOf();
    expect(await payer.view()).not.toHaveProperty('autopay_enrollment');
    expect((await answer(payer, true)).status).toBe(400);
    expect(await consentOf(payer)).toBe(false);
  });

  it.each(['yes', 1, null, undefined])(
    'takes no other answer than yes or no: %p',
    async (value) => {
      const payer = await payerOf(asking());
      expect(await answer(payer, value)).toMatchObject({
        status: 400,
        body: { error: { error_code: 'INVALID_REQUEST' } },
      });
    },
  );
});

describe('trying many cards', () => {
  async function tryCard(address: string, owner = app): Promise<Answer<HostedView>> {
    const payer = await Payer.of(owner, sandbox, linkBody());
    const { body } = await payer.select();
    const token = await sandbox.tokenize(CARDS.declined, body.attempt_id);
    const card = { token, last4: '0002' };
    const answer = await payer.submitToken(body.attempt_id, card, { 'x-client-address': address });
    // of the address alone: the page tells it from the limit of the link by this
    expect(await payer.view()).not.toHaveProperty('used_up_payment_method_types');
    return answer;
  }

  it.each<[string, (index: number) => string, string]>([
    ['one address', () => '203.0.113.7', '203.0.113.8'],
    ['one network of IPv6', (index) => `2001:db8:1:2::${index}`, '2001:db8:1:3::1'],
  ])(
    'from %s ends after 20 in an hour, and others go on',
    async (_name, addressOf, other) => {
      const many = Array.from({ length: 24 }, (_, index) => tryCard(addressOf(index)));
      const answers = await Promise.all(many);
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(refused).toHaveLength(4);
      expect(refused[0]?.body).toMatchObject({ error: { error_code: 'RATE_LIMITED' } });
      const retryAfter = Number(refused[0]?.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(3_500);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
      expect((await tryCard(other)).status).toBe(200);
      await app.rows(
        `UPDATE card_submissions SET submitted_at = submitted_at - interval '61 minutes'`,
      );
      expect((await tryCard(addressOf(0))).status).toBe(200);
      const rows = await app.rows(
        `SELECT * FROM card_submissions WHERE address_hash ~ '203[.]|2001:db8'`,
      );
      expect(rows).toEqual([]);
    },
    60_000,
  );

  it('from one address ends after 20 in an hour over all customer apps', async () => {
    const other = await service.customerApp([]);
    await other.settlementAccount('HKD', { payment_method_types: ['CARD'] });
    for (let count = 0; count < 20; count += 1) {
      const { status } = await tryCard('198.51.100.7', count % 2 ? app : other);
      expect(status).toBe(200);
    }
    for (const owner of [app, other]) {
      expect((await tryCard('198.51.100.7', owner)).status).toBe(429);
      // an app counts the cards of others, and does not see them
      expect(await owner.rows('SELECT * FROM card_submissions')).toHaveLength(10);
    }
  }, 60_000);

  it('from this machine has no limit', async () => {
    for (const address of ['127.0.0.1', '::1']) await tryCard(address);
    expect(await app.rows('SELECT * FROM card_submissions')).toEqual([]);
  });
});
