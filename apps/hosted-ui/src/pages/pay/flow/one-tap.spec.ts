import { HostedApi } from '../api/hosted-api.js';
import type { AvailablePaymentMethod } from '../api/hosted-view.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { aView, anAttempt, FakeServer } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { PayPage } from './pay-page.js';
import { screenOf } from './screen-of.js';

const PAID = aView({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
const WALLET: AvailablePaymentMethod = {
  payment_method_type: 'WALLET',
  recurring: false,
  payment_account_id: 'account-1',
};
const SAVED: AvailablePaymentMethod = {
  payment_method_type: 'CARD',
  recurring: true,
  payment_account_id: 'account-1',
  payment_method_id: 'method-1',
  card: { brand: 'Visa', last4: '4242' },
};
const SAVED_DEBIT: AvailablePaymentMethod = {
  payment_method_type: 'MANDATE',
  recurring: true,
  payment_account_id: 'account-1',
  payment_method_id: 'method-2',
  sender_account: { account_number_masked: '****8833', institution_name: 'Test Bank' },
};
const CARD: AvailablePaymentMethod = { ...WALLET, payment_method_type: 'CARD' };

async function aPage(methods: readonly AvailablePaymentMethod[], server = new FakeServer()) {
  const timers = new ManualTimers();
  const page = new PayPage({
    api: new HostedApi(server.fetch),
    sessions: new PageSessions(new FakeSlot()),
    address: new FakeAddressBar('https://pages.example/hosted/pay?token=app.link.mac'),
    timers,
    nowMs: () => timers.nowMs,
    browser: () => ({ language: 'en', screen: '1x1' }),
  });
  server.on('available_payment_methods', () =>
    Response.json({ available_payment_methods: methods }),
  );
  await page.start();
  await settled();
  return { page, server, timers, screen: () => screenOf(page.state) };
}

describe('paying with one tap', () => {
  it('selects the payment method and submits it', async () => {
    const { page, server, screen } = await aPage([SAVED, CARD, WALLET]);
    expect(page.state.form).toMatchObject({ phase: 'ready', oneTap: [SAVED, WALLET] });
    server.current = PAID;
    await page.tap(SAVED);
    expect(screen()).toBe('success');
    expect(server.calls.slice(-2)).toEqual([
      {
        operation: 'select_payment_method',
        body: {
          payment_account_id: 'account-1',
          payment_method_type: 'CARD',
          payment_method_id: 'method-1',
        },
      },
      { operation: 'submit_payment_method', body: { attempt_id: 'attempt-2' } },
    ]);
  });

  it('charges the surcharge that was shown, or shows a changed one first', async () => {
    const { page, server, screen } = await aPage([{ ...WALLET, surcharge_amount: 300 }]);
    server.refuses('select_payment_method', 400, 'SURCHARGE_CHANGED');
    const dearer = { ...WALLET, surcharge_amount: 400 };
    server.on('available_payment_methods', () =>
      Response.json({ available_payment_methods: [dearer] }),
    );
    await page.tap({ ...WALLET, surcharge_amount: 300 });
    await settled();
    expect(
      server.calls.findLast((call) => call.operation === 'select_payment_method')?.body,
    ).toEqual({
      payment_account_id: 'account-1',
      payment_method_type: 'WALLET',
      surcharge_amount: 300,
    });
    expect([screen(), page.state.notice]).toEqual(['card_form', { kind: 'surcharge_changed' }]);
    expect(page.state.form).toMatchObject({ oneTap: [dearer] });
    expect(server.count('submit_payment_method')).toBe(0);
  });

  it('needs no card form when no card is offered', async () => {
    const { page, server, screen } = await aPage([WALLET]);
    expect(page.state.form).toEqual({ phase: 'ready', oneTap: [WALLET], card: null });
    expect(server.count('select_payment_method')).toBe(0);
    server.current = PAID;
    await page.tap(WALLET);
    expect(screen()).toBe('success');
  });

  it('submits once, however often the button is pressed', async () => {
    const { page, server } = await aPage([WALLET]);
    server.current = PAID;
    await Promise.all([page.tap(WALLET), page.tap(WALLET), page.tap(WALLET)]);
    expect(server.count('submit_payment_method')).toBe(1);
  });

  it('loads the outcome when the answer is lost', async () => {
    const { page, server, screen, timers } = await aPage([WALLET, CARD]);
    server.breaks('submit_payment_method');
    await page.tap(WALLET);
    expect(screen()).toBe('processing');
    server.current = PAID;
    await timers.pass(5_000);
    expect(screen()).toBe('success');
  });

  it('reports that nothing was charged when the method could not be selected', async () => {
    const { page, server, screen } = await aPage([WALLET]);
    server.breaks('select_payment_method');
    await page.tap(WALLET);
    await settled();
    expect(screen()).toBe('card_form');
    expect(page.state).toMatchObject({ paying: 'idle', notice: { kind: 'not_received' } });
    expect(server.count('submit_payment_method')).toBe(0);
  });

  it('shows a failure, and then leads back to all methods', async () => {
    const { page, server, screen } = await aPage([SAVED, CARD]);
    server.current = aView({ session_status: 'FAILED', attempt: anAttempt('FAILED', 'attempt-2') });
    await page.tap(SAVED);
    expect(screen()).toBe('failed');
    page.payAgain();
    await settled();
    expect(page.state.form).toMatchObject({ phase: 'ready', oneTap: [SAVED] });
  });
});

describe('the autopay screen', () => {
  const asking = () => {
    const server = new FakeServer();
    server.current = aView({ autopay_enrollment: { prefill: 'YES' } });
    return server;
  };

  it.each([true, false])('comes first, and continues with the answer %s', async (consent) => {
    const { page, server, screen } = await aPage([CARD], asking());
    expect(screen()).toBe('autopay');
    expect(server.count('select_payment_method')).toBe(0);
    server.current = aView();
    await page.answerAutopay(consent);
    await settled();
    expect(screen()).toBe('card_form');
    expect(server.calls.find(({ operation }) => operation === 'autopay_enrollment')?.body).toEqual({
      autopay_consent: consent,
    });
  });

  it('shows connection trouble when its answer cannot be sent', async () => {
    const { page, server, screen } = await aPage([CARD], asking());
    server.breaks('autopay_enrollment');
    await page.answerAutopay(true);
    expect(screen()).toBe('connection_trouble');
    await page.retry();
    await settled();
    expect(screen()).toBe('autopay');
  });

  it('shows the state of a link that takes no answer any more', async () => {
    const { page, server, screen } = await aPage([CARD], asking());
    server.refuses('autopay_enrollment', 400);
    server.current = aView({ status: 'CANCELLED' });
    await page.answerAutopay(true);
    expect(screen()).toBe('cancelled');
  });
});

describe('a tap on a saved direct debit', () => {
  const refusal = (error_code: string) => () =>
    Response.json({ error: { error_code } }, { status: 400 });

  it('pays without any steps, and waits for the bank', async () => {
    const { page, server, screen, timers } = await aPage([SAVED_DEBIT, CARD]);
    const attempt = { ...anAttempt('SUBMITTED'), payment_method_type: 'MANDATE' as const };
    server.current = aView({ session_status: 'PROCESSING', attempt, money_moved: 'UNKNOWN' });
    await page.tap(SAVED_DEBIT);
    expect(screen()).toBe('processing');
    expect(page.state.mandate).toBeNull();
    server.current = PAID;
    await timers.pass(5_000);
    expect(screen()).toBe('success');
  });

  it.each(['select_payment_method', 'submit_payment_method'] as const)(
    'reports a mandate that has ended, and other methods stay usable: %s',
    async (operation) => {
      const { page, server, screen } = await aPage([SAVED_DEBIT, CARD]);
      server.on(operation, refusal('INVALID_PAYMENT_METHOD_STATUS'));
      server.on('available_payment_methods', () =>
        Response.json({ available_payment_methods: [WALLET] }),
      );
      await page.tap(SAVED_DEBIT);
      await settled();
      expect(screen()).toBe('card_form');
      expect(page.state.notice).toEqual({ kind: 'debit_ended' });
      expect(page.state.form).toMatchObject({ phase: 'ready', oneTap: [WALLET] });
    },
  );

  it('on a link that has moved on shows the same notice as any other tap', async () => {
    const { page, server } = await aPage([SAVED_DEBIT, CARD]);
    server.on('submit_payment_method', refusal('INVALID_PAYMENT_LINK_STATUS'));
    await page.tap(SAVED_DEBIT);
    await settled();
    expect(page.state.notice).toEqual({ kind: 'not_accepted' });
  });
});
