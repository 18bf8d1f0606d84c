import { HostedApi } from '../api/hosted-api.js';
import type { CardOutcome } from '../card/card-fields-channel.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { aView, anAttempt, FakeServer } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { PayPage } from './pay-page.js';
import { screenOf } from './screen-of.js';

const URL_WITH_TOKEN = 'https://pages.example/hosted/pay?token=app.link.mac';
const CARD = { token: 'tok', brand: 'VISA', last4: '4242', expiry_month: 1, expiry_year: 2034 };
const FAILED = aView({ session_status: 'FAILED', attempt: anAttempt('FAILED') });
const PAID = aView({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
const UNDER_WAY = aView({
  session_status: 'PROCESSING',
  attempt: anAttempt('PROCESSING'),
  money_moved: 'UNKNOWN',
});

const collect = (): Promise<CardOutcome> => Promise.resolve({ ok: true, card: CARD });

function aPage({ server = new FakeServer(), slot = new FakeSlot(), href = URL_WITH_TOKEN } = {}) {
  const timers = new ManualTimers();
  const address = new FakeAddressBar(href);
  const page = new PayPage({
    api: new HostedApi(server.fetch),
    sessions: new PageSessions(slot),
    address,
    timers,
    nowMs: () => timers.nowMs,
    browser: () => ({ language: 'en', screen: '1x1' }),
  });
  const screen = () => screenOf(page.state);
  const start = async () => {
    await page.start();
    await settled();
  };
  return { page, server, slot, timers, address, screen, start };
}

async function aReadyForm() {
  const parts = aPage();
  await parts.start();
  return parts;
}

describe('opening the payment page', () => {
  it('exchanges the token once, hides it, and prepares the card form', async () => {
    const { page, server, address, screen } = await aReadyForm();
    expect(screen()).toBe('card_form');
    expect(page.state.form).toMatchObject({ phase: 'ready', card: { attemptId: 'attempt-1' } });
    expect(address.href).toBe('https://pages.example/hosted/pay');
    expect(server.calls[0]).toEqual({ operation: 'session', body: { token: 'app.link.mac' } });
    expect(server.count('session')).toBe(1);
  });

  it('continues with the stored session after a reload', async () => {
    const first = await aReadyForm();
    const { address, slot, server } = first;
    const again = aPage({ server, slot, href: address.href });
    await again.start();
    expect(again.screen()).toBe('card_form');
    expect(server.count('session')).toBe(1);
  });

  it('reports an ended session when there is neither token nor session', async () => {
    const { start, screen, server } = aPage({ href: 'https://pages.example/hosted/pay' });
    await start();
    expect(screen()).toBe('session_ended');
    expect(server.calls).toEqual([]);
  });

  it.each([400, 401, 404])(
    'shows an invalid link on status %d, and hides its token',
    async (status) => {
      const { start, screen, server, address } = aPage();
      server.refuses('session', status);
      await start();
      expect(screen()).toBe('invalid_link');
      expect(address.href).not.toContain('token');
    },
  );

  it('keeps the token while there is no connection, and continues when it returns', async () => {
    const { page, start, screen, server, address } = aPage();
    server.breaks('session');
    await start();
    expect(screen()).toBe('connection_trouble');
    expect(address.href).toBe(URL_WITH_TOKEN);
    server.on('session', () => Response.json({ access_token: 'access-1', expires_in: 1_800 }));
    await page.resume();
    await settled();
    expect(screen()).toBe('card_form');
  });

  it('distinguishes a link that was paid before from one that was paid here', async () => {
    const before = aPage();
    before.server.current = PAID;
    await before.start();
    expect(before.screen()).toBe('already_paid');

    const here = await aReadyForm();
    here.server.current = PAID;
    await here.page.pay(collect);
    expect(here.screen()).toBe('success');
    const { server, slot, address } = here;
    const reloaded = aPage({ server, slot, href: address.href });
    await reloaded.start();
    expect(reloaded.screen()).toBe('success');
  });

  it('reports that no payment method is available when it knows none of them', async () => {
    const { start, screen, server } = aPage();
    const single = { payment_method_type: 'SINGLE', payment_account_id: 'account-1' };
    server.on('available_payment_methods', () =>
      Response.json({ available_payment_methods: [single] }),
    );
    await start();
    expect(screen()).toBe('no_method');
  });

  it('never frames an unsafe address', async () => {
    const { page, start, screen, server } = aPage();
    server.on('select_payment_method', () =>
      Response.json({ attempt_id: 'attempt-1', card_fields_url: 'javascript:alert(1)' }),
    );
    await start();
    expect(screen()).toBe('connection_trouble');
    expect(page.state.form.phase).not.toBe('ready');
  });

  it('stops after one request when a method cannot be selected', async () => {
    const { start, screen, server } = aPage();
    server.refuses('select_payment_method', 400);
    await start();
    expect(screen()).toBe('connection_trouble');
    expect(server.count('select_payment_method')).toBe(1);
  });
});

describe('paying by card', () => {
  it('submits one card however often the button is pressed', async () => {
    const { page, server } = await aReadyForm();
    server.current = PAID;
    await Promise.all([page.pay(collect), page.pay(collect), page.pay(collect)]);
    expect(server.count('submit_card')).toBe(1);
    expect(server.calls.at(-1)?.body).toMatchObject({ attempt_id: 'attempt-1', card: CARD });
  });

  it('stays on the form when the card form reports a mistake', async () => {
    const { page, server, screen } = await aReadyForm();
    const notice = { kind: 'card', message: 'Enter the security code.' } as const;
    await page.pay(() => Promise.resolve({ ok: false, notice }));
    expect(screen()).toBe('card_form');
    expect(page.state).toMatchObject({ paying: 'idle', notice });
    expect(server.count('submit_card')).toBe(0);
  });

  it('polls for the outcome every 2 s, and shows it', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.current = UNDER_WAY;
    await page.pay(collect);
    expect(screen()).toBe('processing');
    const before = server.count('view');
    await timers.pass(6_000);
    expect(server.count('view')).toBe(before + 3);
    server.current = PAID;
    await timers.pass(2_000);
    expect(screen()).toBe('success');
    const after = server.count('view');
    await timers.pass(60_000);
    expect(server.count('view')).toBe(after);
  });

  it('lets the payer try again with a new attempt after a failure', async () => {
    const { page, server, screen } = await aReadyForm();
    server.current = FAILED;
    await page.pay(collect);
    expect(screen()).toBe('failed');
    page.payAgain();
    await settled();
    expect(screen()).toBe('card_form');
    expect(page.state.form).toMatchObject({ phase: 'ready', card: { attemptId: 'attempt-2' } });
    server.current = { ...FAILED, attempt: anAttempt('FAILED', 'attempt-2') };
    await page.pay(collect);
    expect(screen()).toBe('failed');
  });

  it('shows the second failure too when the server continues with the same attempt', async () => {
    const { page, server, screen } = await aReadyForm();
    server.current = FAILED;
    await page.pay(collect);
    page.payAgain();
    await settled();
    await page.pay(collect);
    expect(screen()).toBe('failed');
  });

  it('sends the payer to the issuer once, even across a reload', async () => {
    const { page, server, screen, slot, address } = await aReadyForm();
    const attempt = { ...anAttempt('AUTHORIZING'), redirect_url: 'https://bank.example/' };
    server.current = aView({ session_status: 'PROCESSING', attempt });
    await page.pay(collect);
    expect(screen()).toBe('challenge');
    expect(page.state.challengedAttemptId).toBeNull();
    page.challengeOpened();
    const again = aPage({ server, slot, href: address.href });
    await again.start();
    expect(again.page.state.challengedAttemptId).toBe('attempt-1');
  });
});

describe('a card submission whose answer is lost', () => {
  it('loads the outcome instead of guessing', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.breaks('submit_card');
    await page.pay(collect);
    expect(screen()).toBe('processing');
    server.current = PAID;
    await timers.pass(2_000);
    expect(screen()).toBe('success');
    expect(server.count('submit_card')).toBe(1);
  });

  it.each([502, 503])('is treated the same when its status is %d', async (status) => {
    const { page, server, screen } = await aReadyForm();
    server.refuses('submit_card', status);
    await page.pay(collect);
    expect(screen()).toBe('processing');
  });

  it('returns to the form only after three polls agree that nothing arrived', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.breaks('submit_card');
    await page.pay(collect);
    await timers.pass(5_000);
    expect(screen()).toBe('processing');
    await timers.pass(1_000);
    expect(screen()).toBe('card_form');
    expect(page.state).toMatchObject({ notice: { kind: 'not_received' }, paying: 'idle' });
    expect(page.state.form).toMatchObject({ card: { attemptId: 'attempt-2' } });
  });

  it('keeps polling while there is no connection at all', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.breaks('submit_card');
    server.breaks('view');
    await page.pay(collect);
    await timers.pass(20_000);
    expect(screen()).toBe('processing');
    expect(page.state.unreachable).toBe(true);
    server.on('view', () => Response.json(PAID));
    await timers.pass(2_000);
    expect(screen()).toBe('success');
  });
});

describe('a card submission that is refused', () => {
  it('shows the state of a link that takes no payment any more', async () => {
    const { page, server, screen } = await aReadyForm();
    server.refuses('submit_card', 400);
    server.current = aView({ status: 'CANCELLED' });
    await page.pay(collect);
    expect(screen()).toBe('cancelled');
  });

  it('offers a fresh form when only the card was refused', async () => {
    const { page, server, screen } = await aReadyForm();
    server.refuses('submit_card', 400);
    await page.pay(collect);
    await settled();
    expect(screen()).toBe('card_form');
    expect(page.state.notice).toEqual({ kind: 'not_accepted' });
    expect(page.state.form).toMatchObject({ phase: 'ready', card: { attemptId: 'attempt-2' } });
  });

  it('pauses for as long as the server asks after too many attempts', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.on('submit_card', () => new Response('{}', { status: 429, headers: retryAfter(30) }));
    await page.pay(collect);
    expect(screen()).toBe('rate_limited');
    expect(page.state.trouble).toMatchObject({ waitMs: 30_000, over: false });
    await timers.pass(30_000);
    expect(page.state.trouble).toMatchObject({ over: true });
    await page.retry();
    await settled();
    expect(screen()).toBe('card_form');
  });

  it('ends an invalid session, and leaves nothing of it behind', async () => {
    const { page, server, screen, slot } = await aReadyForm();
    server.refuses('submit_card', 401);
    await page.pay(collect);
    expect(screen()).toBe('session_ended');
    expect(slot.text).toBeNull();
  });
});

describe('the end of the payment session', () => {
  it('closes an open form after 30 minutes', async () => {
    const { screen, timers } = await aReadyForm();
    await timers.pass(1_799_999);
    expect(screen()).toBe('card_form');
    await timers.pass(1);
    expect(screen()).toBe('session_ended');
  });

  it('leaves a shown result on the screen', async () => {
    const { page, server, screen, timers } = await aReadyForm();
    server.current = PAID;
    await page.pay(collect);
    await timers.pass(3_600_000);
    expect(screen()).toBe('success');
  });
});

describe('coming back to the tab of the payment page', () => {
  it('shows that the link has expired meanwhile', async () => {
    const { page, server, screen } = await aReadyForm();
    server.current = aView({ status: 'EXPIRED' });
    await page.resume();
    expect(screen()).toBe('expired');
  });

  it('does not let an older answer undo a newer one', async () => {
    const { page, server, screen } = await aReadyForm();
    let answerLate = (_response: Response): void => undefined;
    server.on('view', () => new Promise((resolve) => (answerLate = resolve)));
    const resumed = page.resume();
    server.current = PAID;
    await page.pay(collect);
    answerLate(Response.json(aView()));
    await resumed;
    expect(screen()).toBe('success');
  });
});

function retryAfter(seconds: number): Record<string, string> {
  return { 'retry-after': String(seconds) };
}
