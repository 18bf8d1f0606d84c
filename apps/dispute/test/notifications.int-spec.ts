/** @proves promise-12, receiveProcessorNotification */
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, gw2Body, gw4Body, PREVIOUS_SECRET, signed } from './processor.fixture.js';

let service: TestDisputes;
let app: TestApp;
beforeAll(async () => {
  service = await TestDisputes.start();
}, START_MS);
beforeEach(async () => {
  app = await service.customerApp();
});
afterAll(() => service?.end());

const tell = (body: object) => service.notify('gw1', signed('gw1', body));

describe('a notification of a processor', () => {
  it('opens a dispute with all data of the processor and one event', async () => {
    const paymentId = service.payments.add(app);
    const body = gw1Body({ app, paymentId });
    expect((await tell(body)).status).toBe(200);
    const [dispute, ...others] = await app.disputes();
    expect(others).toEqual([]);
    expect(dispute).toEqual({
      dispute_id: expect.any(String),
      dispute_status: 'ACTION_REQUIRED',
      amount: 12_500,
      currency: 'HKD',
      payment_id: paymentId,
      arn: '74000000000000000000000',
      card_details: { brand: 'Visa' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      defense_period_deadline: '2060-01-15T00:00:00.000Z',
      is_auto_defended: false,
      is_defendable: true,
      last_event_name: 'CHARGEBACK',
      payment_processor: 'GW1',
      payment_processor_dispute_code: '10.4',
      payment_processor_dispute_reason: 'Somebody else used the card.',
      payment_processor_dispute_reference: `dp_${paymentId}`,
      payment_processor_dispute_status: 'open',
      payment_processor_merchant_reference: 'ref-1',
      payment_processor_payment_reference: 'GW1PSP',
      payment_reference: 'INV-1',
      issuer_comments: { comment: 'Not mine.' },
    });
    expect(await app.events()).toEqual(['dispute.chargeback_received']);
  });

  it('takes effect once, however many copies come at once', async () => {
    const body = gw1Body({ app, paymentId: service.payments.add(app) });
    const copies = await Promise.all(Array.from({ length: 32 }, () => tell(body)));
    expect(copies.filter(({ status }) => status !== 200)).toEqual([]);
    await app.retry();
    expect(await app.events()).toEqual(['dispute.chargeback_received']);
    expect(await app.notifications()).toEqual([expect.objectContaining({ outcome: 'APPLIED' })]);
  });

  it.each([
    ['GW2', 'USD', gw2Body, 'PROCESSING', { payment_processor_merchant_reference: 'ref-2' }],
    ['GW4', 'SGD', gw4Body, 'UNDEFENDED', { payment_processor_merchant_reference: 'ref-4' }],
  ] as const)('of %s is read by its own table', async (name, currency, write, status, members) => {
    const path = name.toLowerCase() as 'gw2' | 'gw4';
    const paymentId = service.payments.add(app, { integration_id: name, currency });
    const answer = await service.notify(path, signed(path, write({ app, paymentId })));
    expect(answer.status).toBe(200);
    expect(await app.disputes()).toEqual([
      expect.objectContaining({
        ...members,
        dispute_status: status,
        amount: 12_500,
        currency,
        payment_processor: name,
        last_event_name: 'CHARGEBACK',
      }),
    ]);
  });

  it.each([
    [['chargeback_won 3', 'evidence_received 2', 'chargeback 1'], 'WON'],
    [['evidence_received 2', 'chargeback_lost 3', 'chargeback 1'], 'LOST'],
    [['chargeback_accepted 2', 'chargeback 1'], 'ACCEPTED'],
    [['second_chargeback 4 2', 'chargeback_won 3', 'chargeback 1'], 'ACTION_REQUIRED'],
    [['chargeback_lost 5 2', 'second_chargeback 4 2', 'chargeback_won 3'], 'LOST'],
    [['chargeback_lost 2', 'chargeback_won 3'], 'WON'],
  ])('in any order (%p) ends with the status of the processor: %s', async (order, status) => {
    const paymentId = service.payments.add(app);
    for (const line of order) {
      const [event = '', position, round = 1] = line.split(' ');
      const numbers = { position: Number(position), round: Number(round) };
      expect((await tell(gw1Body({ app, paymentId, event, ...numbers }))).status).toBe(200);
    }
    expect((await app.disputes()).map((each) => each.dispute_status)).toEqual([status]);
    const waiting = (await app.notifications()).filter(({ outcome }) => outcome === null);
    expect(waiting).toEqual([]);
  });

  it('is stored sealed', async () => {
    const body = gw1Body({ app, paymentId: service.payments.add(app) });
    await tell({ ...body, issuer_comment: 'canary-in-a-notification' });
    const [stored] = await app.notifications();
    expect(stored?.sealed_body.toString('latin1')).not.toContain('canary');
  });

  it('may be signed with the previous secret during a rotation', async () => {
    const body = gw1Body({ app, paymentId: service.payments.add(app) });
    const { status } = await service.notify(
      'gw1',
      signed('gw1', body, { secret: PREVIOUS_SECRET }),
    );
    expect([status, (await app.disputes()).length]).toEqual([200, 1]);
  });
});

describe('an endpoint of a processor with one account', () => {
  it('is that of the deployment, and no other', async () => {
    const body = () => signed('gw1', gw1Body({ app, paymentId: service.payments.add(app) }));
    expect((await service.notify('gw1/nobody', body())).status).toBe(401);
    expect(await app.disputes()).toEqual([]);
    expect((await service.notify('gw1/default', body())).status).toBe(200);
    expect(await app.disputes()).toHaveLength(1);
  });
});

describe('more notifications than can be handled at once', () => {
  it('are stored if they are acknowledged; the others must be sent again', async () => {
    const paymentId = service.payments.add(app);
    const bodies = Array.from({ length: 200 }, (_, index) =>
      gw1Body({ app, paymentId, position: index + 1 }),
    );
    const answers = await Promise.all(bodies.map(tell));
    const taken = bodies.filter((_, index) => answers[index]?.status === 200);
    const stored = (await app.notifications()).map((each) => each.event_id);
    expect(stored.toSorted()).toEqual(taken.map((each) => String(each['event_id'])).toSorted());
    const refused = answers.filter(({ status }) => status !== 200);
    const codes = new Set(refused.map(({ body }) => body.error?.error_code));
    expect([...codes]).toEqual(['SERVICE_UNAVAILABLE']);
    await app.retry();
    expect(await app.disputes()).toHaveLength(1);
  });
});

describe('a notification is refused', () => {
  const genuine = () => gw1Body({ app, paymentId: service.payments.add(app) });

  it.each([
    ['of an unknown processor', 'gw9', {}],
    ['with a stale signature', 'gw1', { at: Date.now() - 600_000 }],
    ['from the future', 'gw1', { at: Date.now() + 600_000 }],
    ['with the signature of somebody else', 'gw1', { secret: 'x'.repeat(40) }],
  ])('%s', async (_name, path, options) => {
    const answer = await service.notify(path, signed('gw1', genuine(), options));
    expect([answer.status, answer.body.error?.error_code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await app.notifications()).toEqual([]);
  });

  it('without a signature', async () => {
    const answer = await service.notify('gw1', { body: JSON.stringify(genuine()), headers: {} });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['no JSON', () => '{'],
    ['a list', () => []],
    ['NUL in a text', () => ({ ...genuine(), reason: 'a\u0000b' })],
    ['half a character', () => ({ ...genuine(), reason: '\ud800' })],
    ['no event ID', () => ({ ...genuine(), event_id: undefined })],
    ['an event ID with NUL', () => ({ ...genuine(), event_id: 'a\u0000b' })],
    ['an event ID that is too long', () => ({ ...genuine(), event_id: 'e'.repeat(201) })],
    ['no customer app', () => ({ ...genuine(), customer_app_id: 7 })],
    ['a customer app that is no ID', () => ({ ...genuine(), customer_app_id: 'me' })],
  ])('when its body has %s', async (_name, content) => {
    const answer = await service.notify('gw1', signed('gw1', content()));
    expect([answer.status, answer.body.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('a notification that cannot take effect is kept', () => {
  it.each([
    ['an event that the table lacks', { event: 'weather' }],
    ['an amount of text', { amount: '12' }],
    ['no currency', { currency: 'XXXX' }],
    ['an empty text', { status: '' }],
    ['a deadline that is no time', { defend_by: 'soon' }],
  ])('for an operator: %s', async (_name, members) => {
    const body = gw1Body({ app, paymentId: service.payments.add(app) });
    expect((await tell({ ...body, ...members })).status).toBe(200);
    expect(await app.notifications()).toEqual([
      expect.objectContaining({
        outcome: null,
        try_at: null,
        waits_for: expect.stringContaining('UNREADABLE'),
      }),
    ]);
  });

  it('when a live app is named by a simulated processor', async () => {
    const live = await service.customerApp('LIVE');
    await tell(gw1Body({ app: live, paymentId: service.payments.add(live) }));
    expect(await live.notifications()).toEqual([
      expect.objectContaining({ outcome: null, try_at: null, waits_for: 'FOREIGN_MODE' }),
    ]);
    expect(await live.disputes()).toEqual([]);
  });

  it.each([
    ['PAYMENT_NOT_FOUND', null],
    ['PAYMENT_NOT_FOUND', { integration_id: 'GW2' }],
    ['PAYMENT_NOT_EXECUTED', { status: 'SUBMITTED' as const }],
  ])('and retried until its payment exists: %s', async (waitsFor, before) => {
    const paymentId = service.payments.add(await service.customerApp());
    if (before) service.payments.add(app, { payment_id: paymentId, ...before });
    await tell(gw1Body({ app, paymentId }));
    expect(await app.notifications()).toEqual([
      expect.objectContaining({ outcome: null, waits_for: waitsFor, try_at: expect.any(Date) }),
    ]);
    service.payments.add(app, { payment_id: paymentId });
    await app.retry();
    expect((await app.disputes()).map((each) => each.payment_id)).toEqual([paymentId]);
  });

  it('while payment-link is down', async () => {
    const body = gw1Body({ app, paymentId: service.payments.add(app) });
    service.payments.away = true;
    const { status } = await tell(body);
    service.payments.away = false;
    expect([status, await app.disputes()]).toEqual([200, []]);
    await app.retry();
    expect(await app.disputes()).toHaveLength(1);
  });

  it('until this service knows the app', async () => {
    const early = await service.customerApp('UNKNOWN');
    const { status } = await tell(gw1Body({ app: early, paymentId: service.payments.add(early) }));
    expect(status).toBe(200);
    expect(await early.notifications()).toEqual([
      expect.objectContaining({ waits_for: 'CUSTOMER_APP_NOT_FOUND' }),
    ]);
    await early.tell();
    await early.retry();
    expect(await early.disputes()).toHaveLength(1);
  });
});
