/**
 * @proves promise-12, openHostedPaymentSession, extendHostedPaymentSession, getHostedPaymentView
 * @proves listHostedPaymentMethods
 */
import type { HostedView } from '@towpath/contracts/payment-link';
import { decodeJwt } from 'jose';
import { linkBody, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});

const DAY_MS = 86_400_000;
const nobody = {} as TestSandbox;
const card = { token: 'tok_secret', last4: '4242' };

describe('the session of the hosted page', () => {
  const extend = (token: string) =>
    send<{ access_token: string; expires_in: number }>(service.publicUrl, {
      route: 'POST /payment_links/hosted/session/extend',
      token,
    });

  it('goes on with a token of its own for the same link', async () => {
    const payer = await Payer.of(app, nobody);
    const { status, body } = await extend(payer.token);
    expect([status, body.expires_in]).toEqual([200, 1800]);
    const [first, next] = [decodeJwt(payer.token), decodeJwt(body.access_token)];
    expect(next).toMatchObject({
      payment_link_id: payer.linkId,
      unique_reference_id: first['unique_reference_id'],
      session_began_at: first.iat,
    });
    const { status: seen } = await send(service.publicUrl, {
      route: 'GET /payment_links/hosted/view',
      token: body.access_token,
    });
    expect(seen).toBe(200);
  });

  it('ends for good eight hours after it began, however often it was extended', async () => {
    const payer = await Payer.of(app, nobody);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const claims = { token_use: 'payment_link', payment_link_id: payer.linkId } as const;
    const begun = (hoursAgo: number) =>
      app.sign({ ...claims, session_began_at: nowSeconds - hoursAgo * 3_600 });
    const late = (await extend(await begun(7))).body;
    expect(decodeJwt(late.access_token)['session_began_at']).toBe(nowSeconds - 7 * 3_600);
    const over = await extend(await begun(8));
    expect([over.status, over.body]).toMatchObject([
      401,
      { error: { error_code: 'TOKEN_EXPIRED' } },
    ]);
  });

  it('is extended by nothing but itself', async () => {
    expect((await extend(app.token)).status).toBe(403);
    expect((await extend('nonsense')).status).toBe(401);
  });
});

describe('the view of the hosted page', () => {
  it('shows the merchant, the amount and the way back, and nothing of the sender', async () => {
    const redirect_uri = 'https://shop.example/back?cart=7';
    const payer = await Payer.of(app, nobody, linkBody({ link_customizations: { redirect_uri } }));
    const view: HostedView = await payer.view();
    expect(view).toMatchObject({
      payment_link_id: payer.linkId,
      mode: 'PAYMENT',
      status: 'CREATED',
      session_status: 'OPEN',
      amount: 12_500,
      currency: 'HKD',
      description: 'Rent',
      language: 'en',
      ui_mode: 'redirect',
      live: false,
      money_moved: 'NO',
      merchant: { display_name: 'Harbour', accent: '#0a5c8a' },
    });
    expect(view.merchant).not.toHaveProperty('logo_url');
    const back = new URL(view.return_url ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      cart: '7',
      payment_link_id: payer.linkId,
      unique_reference_id: view.unique_reference_id,
    });
    expect(JSON.stringify(view)).not.toContain('Chan Tai Man');
  });

  it('says how an ended link ended', async () => {
    const payer = await Payer.of(app, nobody);
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    const again = await Payer.open(app, nobody, payer.link);
    expect(await again.view()).toMatchObject({ status: 'CANCELLED', money_moved: 'NO' });
    expect((await again.select()).status).toBe(400);
  });

  it('offers the ways to pay that the link allows', async () => {
    const offered = async (members: object) => {
      const payer = await Payer.of(app, nobody, linkBody(members));
      const { body } = await payer.call<{ available_payment_methods: object[] }>(
        'GET /available_payment_methods',
      );
      return body.available_payment_methods;
    };
    expect(await offered({})).toMatchObject([
      { payment_method_type: 'CARD', recurring: false, payment_method_provider: 'GW1' },
      { payment_method_type: 'MANUAL', recurring: false, payment_method_provider: 'BANK' },
    ]);
    const storing = { payment_setup_options: { payment_method_types: ['CARD', 'MANUAL'] } };
    expect(await offered(storing)).toMatchObject([
      { payment_method_type: 'CARD', recurring: true },
      { payment_method_type: 'MANUAL', recurring: false },
    ]);
    const manual = { payment_setup_options: { payment_method_types: ['MANUAL'] } };
    expect(await offered(manual)).toMatchObject([{ payment_method_type: 'MANUAL' }]);
  });
});

describe('test and live', () => {
  it('never meet: a live app has no way to the sandbox', async () => {
    const live = await service.customerApp(['HKD'], 'LIVE');
    const payer = await Payer.of(live, nobody);
    expect(await payer.accountId()).toBe('');
    const { status } = await payer.call('POST /select_payment_method', {
      payment_account_id: '01JQ000000000000000000N0NE',
      payment_method_type: 'CARD',
    });
    expect([status, gateway.asked]).toEqual([400, []]);
  });

  it('do not meet when the app becomes live between choosing and paying', async () => {
    const payer = await Payer.of(app, nobody);
    const { body } = await payer.select();
    await service.tellOf(app.id, 'LIVE', 2);
    expect(await payer.submitToken(body.attempt_id, card)).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    expect(gateway.asked).toEqual([]);
  });
});

describe('the one-time token of a card', () => {
  it('is encrypted while it may be needed and gone with the outcome', async () => {
    const stored = async () => {
      const [row] = await app.rows<{ sealed: string | null; text: string }>(
        `SELECT encode(card_token_sealed, 'hex') AS sealed, a::text AS text FROM payment_attempts a`,
      );
      expect(row?.text).not.toContain('tok_secret');
      return row?.sealed ?? null;
    };
    const payer = await Payer.of(app, nobody);
    const { body } = await payer.select();
    gateway.silences.add('authorize');
    await payer.submitToken(body.attempt_id, card);
    gateway.silences.clear();
    const sealed = await stored();
    expect(sealed).not.toBeNull();
    expect(sealed).not.toContain(Buffer.from('tok_secret').toString('hex'));
    await app.moveClock(11_000);
    await service.dueJobs.runFor(app.id);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(await stored()).toBeNull();
  });
});

describe('a clock that moves over links whose payers had begun', () => {
  it('stops at none of them, and each ends at its own instant with its payment', async () => {
    for (let payers = 0; payers < 3; payers += 1) await (await Payer.of(app, nobody)).select();
    expect(await service.dueJobs.next(app.id)).toEqual({ dueAt: expect.any(Date), stopAt: null });
    await app.moveClock(40 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    const ends = await app.rows(
      `SELECT l.status AS link, p.status AS payment, a.status AS attempt,
         l.updated_at = l.expires_at AND p.updated_at = l.expires_at
           AND a.updated_at = l.expires_at AS "onTime"
       FROM payment_links l JOIN payment_attempts a USING (payment_link_id)
         JOIN payments p USING (payment_link_id) WHERE l.customer_app_id = $1`,
      [app.id],
    );
    const end = { link: 'EXPIRED', payment: 'CANCELLED', attempt: 'CANCELLED', onTime: true };
    expect(ends).toEqual([end, end, end]);
  });
});
