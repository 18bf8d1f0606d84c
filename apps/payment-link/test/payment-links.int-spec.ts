/** @proves CreatePaymentLink, GetPaymentLink, CancelPaymentLink */
import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

type Body = PaymentLinkResponse & ErrorEnvelope;

let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  app = await service.customerApp(['HKD', 'JPY', 'KWD']);
});
afterAll(() => service.end());

let count = 0;
function aLink(members: object = {}) {
  count += 1;
  return {
    mode: 'PAYMENT',
    currency: 'HKD',
    amount: 12_500,
    unique_reference_id: `order-${count}`,
    sender: { external_user_id: `payer-${count}`, name: 'Chan Tai Man', email: 'tm@example.com' },
    payment_details: { description: 'Rent', external_transaction_reference: 'INV-1' },
    ...members,
  };
}
const aSetup = (members: object = {}) => ({
  ...aLink(),
  mode: 'SETUP',
  amount: undefined,
  payment_details: undefined,
  payment_setup_options: { future_payments: 'AUTOPAY' },
  ...members,
});
const create = (body: object) => app.send<Body>('POST /payment_links', body);
const get = (id: string) => app.send<Body>(`GET /payment_links/${id}`);
const cancel = (id: string) => app.send<Body>(`POST /payment_links/${id}/cancel`);

async function eventsOf(linkId: string): Promise<[string, number][]> {
  const rows = await app.rows<{ event_name: string; sequence: number }>(
    `SELECT event_name, sequence FROM outbox WHERE message_key = $1 ORDER BY sequence`,
    [linkId],
  );
  return rows.map(({ event_name, sequence }) => [event_name, sequence]);
}

describe('creating a payment link', () => {
  it('returns everything that was given, and the URL to pay', async () => {
    const asked = aLink({
      metadata: { order: '1' },
      payment_metadata: { invoice: '2' },
      link_customizations: {
        language: 'zh',
        ui_mode: 'auto_redirect',
        redirect_uri: 'https://shop.example/back',
      },
      payment_setup_options: {
        future_payments: 'CLICK_TO_PAY',
        payment_method_types: ['CARD'],
        recipient_account_filters: { business_unit: 'HKD' },
        mandate_details: { description: 'Rent', transaction_limits: { max_transaction_amount: 1 } },
        autopay_enrollment_configuration: {
          display_enrollment_screen: true,
          enrollment_prefill_value: 'YES',
        },
        recurring_payment_mode: 'VARIABLE_RECURRING',
      },
      integration_metadata: {
        integration_id: 'EXT',
        ext_metadata: {
          corp_code: 'c',
          s_location_code: 'l',
          tenant_id: 't',
          account_token: 'a',
          i_anniv_days: 31,
        },
      },
    });
    const { status, body } = await create(asked);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...asked, status: 'CREATED', session_status: 'OPEN' },
    });
    expect(body.url).toMatch(
      new RegExp(`/hosted/pay\\?token=${app.id}\\.${body.payment_link_id}\\.[\\w-]{22}$`),
    );
    expect(body.sender?.user_id).toHaveLength(26);
    expect((await get(body.payment_link_id)).body).toEqual(body);
    expect(await eventsOf(body.payment_link_id)).toEqual([['payment_link.created', 1]]);
  });

  it('sets up a method without an amount', async () => {
    const { body } = await create(aSetup({ payment_metadata: { ignored: 'yes' } }));
    expect(body).toMatchObject({ mode: 'SETUP', status: 'CREATED', session_status: 'OPEN' });
    expect(body).not.toHaveProperty('amount');
    expect(body).not.toHaveProperty('payment_details');
    expect(body).not.toHaveProperty('payment_metadata');
  });

  it.each(['JPY', 'KWD'])('takes minor units of %s', async (currency) => {
    const { body } = await create(aLink({ currency, amount: 1 }));
    expect(body).toMatchObject({ currency, amount: 1 });
  });

  it('makes the sender a payment user, and uses it again', async () => {
    const first = await create(aLink());
    const sender = { external_user_id: first.body.sender?.external_user_id, name: 'Other' };
    const second = await create(aLink({ sender }));
    expect(second.body.sender).toEqual({ ...sender, user_id: first.body.sender?.user_id });
    const user = await app.send(`GET /payment_users/${first.body.sender?.user_id}`);
    expect(user.body).toMatchObject({ name: 'Chan Tai Man', email: 'tm@example.com' });
  });

  it('accepts an existing user', async () => {
    const created = await app.send<{ user_id: string }>('POST /payment_users', {
      name: 'Ada',
      external_user_id: 'existing',
    });
    const { body } = await create(aLink({ sender: { external_user_id: 'existing', name: 'Ada' } }));
    expect(body.sender?.user_id).toBe(created.body.user_id);
  });
});

describe('unique_reference_id', () => {
  it('gives the same link for the same content, a default spelt out or not', async () => {
    const asked = aLink();
    const { body } = await create(asked);
    const again = await create({ ...asked, link_customizations: { language: 'en' } });
    expect(again).toMatchObject({ status: 200, body: { payment_link_id: body.payment_link_id } });
  });

  it('gives the same link whatever its status', async () => {
    const asked = aLink();
    const { body } = await create(asked);
    await cancel(body.payment_link_id);
    const again = await create(asked);
    expect(again.body).toMatchObject({
      payment_link_id: body.payment_link_id,
      status: 'CANCELLED',
    });
  });

  it.each([
    { amount: 1 },
    { currency: 'JPY' },
    { metadata: { other: '1' } },
    { sender: { external_user_id: 'someone-else', name: 'Chan Tai Man' } },
    { link_customizations: { language: 'ko' } },
  ])('refuses other content: %j', async (members) => {
    const asked = aLink();
    await create(asked);
    const { status, body } = await create({ ...asked, ...members });
    expect([status, body.error.error_code]).toEqual([400, 'DUPLICATE_REFERENCE']);
  });

  it('gives one link and one user for 64 identical requests at once', async () => {
    const asked = aLink();
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(asked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.payment_link_id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.sender?.user_id)).size).toBe(1);
    const id = answers[0]?.body.payment_link_id ?? '';
    expect(await eventsOf(id)).toEqual([['payment_link.created', 1]]);
  });

  it('is unique within its app only', async () => {
    const asked = aLink();
    const other = await service.customerApp(['HKD']);
    const [mine, theirs] = [
      await create(asked),
      await other.send<Body>('POST /payment_links', asked),
    ];
    expect(theirs.status).toBe(200);
    expect(theirs.body.payment_link_id).not.toBe(mine.body.payment_link_id);
  });
});

describe('the settlement account of a link', () => {
  it.each([
    [{ currency: 'USD' }, 'CURRENCY_MISMATCH'],
    [
      { payment_setup_options: { recipient_account_filters: { business_unit: 'x' } } },
      'INVALID_REQUEST',
    ],
    [
      { payment_setup_options: { recipient_account_filters: { business_unit: 'JPY' } } },
      'CURRENCY_MISMATCH',
    ],
    [{ payment_setup_options: { payment_method_types: ['WALLET'] } }, 'INVALID_REQUEST'],
  ])('must exist: %j gives %s', async (members, code) => {
    const { status, body } = await create(aLink(members));
    expect([status, body.error.error_code]).toEqual([400, code]);
  });

  it('is never one of another kind of app', async () => {
    const live = await service.customerApp([], 'LIVE');
    const { body } = await live.send<Body>('POST /payment_links', aLink());
    expect(body.error.error_code).toBe('CURRENCY_MISMATCH');
  });
});

describe('cancelling a payment link', () => {
  it('works once', async () => {
    const { body: link } = await create(aLink());
    const cancelled = await cancel(link.payment_link_id);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    const again = await cancel(link.payment_link_id);
    expect(again).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    expect(await eventsOf(link.payment_link_id)).toEqual([
      ['payment_link.created', 1],
      ['payment_link.cancelled', 2],
    ]);
    const history = await app.rows(
      `SELECT from_status, to_status FROM payment_link_state_changes
       WHERE payment_link_id = $1 ORDER BY sequence`,
      [link.payment_link_id],
    );
    expect(history).toEqual([
      { from_status: null, to_status: 'CREATED' },
      { from_status: 'CREATED', to_status: 'CANCELLED' },
    ]);
  });

  it('works once however many try', async () => {
    const { body: link } = await create(aLink());
    const tries = Array.from({ length: 16 }, () => cancel(link.payment_link_id));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(15);
  });
});

describe('expiry', () => {
  const DAY_MS = 86_400_000;
  const statusOf = async (from: TestCustomerApp, id: string) =>
    (await from.send<Body>(`GET /payment_links/${id}`)).body.status;

  it("comes with the app's clock, not before, and is one event", async () => {
    const clocked = await service.customerApp(['HKD']);
    const { body: link } = await clocked.send<Body>('POST /payment_links', aLink());
    const id = link.payment_link_id;
    await clocked.moveClock(30 * DAY_MS - 60_000);
    await service.dueJobs.runFor(clocked.id);
    expect(await statusOf(clocked, id)).toBe('CREATED');
    await clocked.moveClock(30 * DAY_MS);
    await service.dueJobs.runFor(clocked.id);
    await service.dueJobs.runFor(clocked.id);
    expect(await statusOf(clocked, id)).toBe('EXPIRED');
    const events = await clocked.rows(`SELECT event_name FROM outbox WHERE message_key = $1`, [id]);
    expect(events).toHaveLength(2);
    const refused = await clocked.send<Body>(`POST /payment_links/${id}/cancel`);
    expect(refused.body.error.error_code).toBe('INVALID_PAYMENT_LINK_STATUS');
  });

  it('has the instant of each link when a clock goes over many at once', async () => {
    const clocked = await service.customerApp(['HKD']);
    const links = [await clocked.send<Body>('POST /payment_links', aLink())];
    links.push(await clocked.send<Body>('POST /payment_links', aLink()));
    const next = await service.dueJobs.next(clocked.id);
    expect(next).toEqual({ dueAt: expect.any(Date), stopAt: null });
    await clocked.moveClock(40 * DAY_MS);
    await service.dueJobs.runFor(clocked.id);
    for (const { body } of links) {
      const { created_at, updated_at } = (
        await clocked.send<Body>(`GET /payment_links/${body.payment_link_id}`)
      ).body as unknown as Record<string, string>;
      expect(Date.parse(updated_at ?? '') - Date.parse(created_at ?? '')).toBe(30 * DAY_MS);
    }
    const expirations = await clocked.rows<{ expired: boolean }>(
      `SELECT o.occurred_at = l.expires_at AS expired FROM outbox o JOIN payment_links l
         ON l.payment_link_id = o.message_key WHERE o.event_name = 'payment_link.expired'
       AND l.customer_app_id = $1`,
      [clocked.id],
    );
    expect(expirations).toEqual([{ expired: true }, { expired: true }]);
  });

  it('leaves the links of other apps alone', async () => {
    const [early, late] = [await service.customerApp(['HKD']), await service.customerApp(['HKD'])];
    const { body: link } = await late.send<Body>('POST /payment_links', aLink());
    await early.moveClock(400 * DAY_MS);
    await service.dueJobs.runAll();
    expect(await statusOf(late, link.payment_link_id)).toBe('CREATED');
  });

  it('is announced as the next due instant', async () => {
    const clocked = await service.customerApp(['HKD']);
    const { body: link } = await clocked.send<Body>('POST /payment_links', aLink());
    const due = (await service.dueJobs.next(clocked.id)).dueAt;
    const created = new Date(link.created_at ?? '').getTime();
    expect(due?.getTime()).toBe(created + 30 * DAY_MS);
  });
});

describe('an ID that does not exist here', () => {
  it.each(['unknown', '01JQ0000000000000000000NKP'])('is refused: %s', async (id) => {
    for (const answer of [await get(id), await cancel(id)]) {
      expect([answer.status, answer.body.error.error_code]).toEqual([
        400,
        'PAYMENT_LINK_NOT_FOUND',
      ]);
    }
  });

  it('is the same for a link of another app', async () => {
    const { body: link } = await create(aLink());
    const stranger = await service.customerApp([]);
    for (const route of ['GET /payment_links/%', 'POST /payment_links/%/cancel']) {
      const { status, body } = await stranger.send<Body>(route.replace('%', link.payment_link_id));
      expect([status, body.error.error_code]).toEqual([400, 'PAYMENT_LINK_NOT_FOUND']);
    }
  });
});
