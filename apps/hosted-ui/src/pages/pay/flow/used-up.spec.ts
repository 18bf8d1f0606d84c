import type { PaymentType } from '@towpath/contracts';
import { HostedApi } from '../api/hosted-api.js';
import type { AvailablePaymentMethod } from '../api/hosted-view.js';
import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { PAY_TEXTS } from '../i18n/pay-catalogue.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { failureOf } from './failure-of.js';
import { anAttempt, aView, FakeServer } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { PayPage } from './pay-page.js';
import { screenOf } from './screen-of.js';
import { LIMITED_TYPES, usedUpTypes } from './payment-methods.js';

const WALLET: AvailablePaymentMethod = {
  payment_method_type: 'WALLET',
  recurring: false,
  payment_account_id: 'account-1',
};
const CARD = { ...WALLET, payment_method_type: 'CARD' as const };
const SAVED = { ...CARD, payment_method_id: 'method-1', card: { brand: 'Visa', last4: '4242' } };
const DEBIT = { ...WALLET, payment_method_type: 'MANDATE' as const };
const SAVED_DEBIT = {
  ...DEBIT,
  payment_method_id: 'method-2',
  sender_account: { account_number_masked: '****8833' },
};
const TOKEN = { token: 't', brand: 'Visa', last4: '4242', expiry_month: 1, expiry_year: 2034 };
const collect = () => Promise.resolve({ ok: true, card: TOKEN } as const);
const tooMany = () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } });
const without = (...used_up_payment_method_types: PaymentType[]) =>
  aView({ used_up_payment_method_types });

async function aPage(methods: readonly AvailablePaymentMethod[], view = aView()) {
  const server = new FakeServer();
  server.current = view;
  server.on('available_payment_methods', () =>
    Response.json({ available_payment_methods: methods }),
  );
  const page = new PayPage({
    api: new HostedApi(server.fetch),
    sessions: new PageSessions(new FakeSlot()),
    address: new FakeAddressBar('https://pages.example/hosted/pay?token=app.link.mac'),
    timers: new ManualTimers(),
    nowMs: () => 0,
    browser: () => ({ language: 'en', screen: '1x1' }),
  });
  await page.start();
  await settled();
  return { page, server, screen: () => screenOf(page.state) };
}

describe('a link that takes no more cards', () => {
  it('continues with the remaining methods, without a reload', async () => {
    const { page, server, screen } = await aPage([SAVED, SAVED_DEBIT, CARD, WALLET]);
    server.on('submit_card', tooMany);
    server.current = without('CARD');
    await page.pay(collect);
    await settled();
    expect(screen()).toBe('card_form');
    expect(page.state).toMatchObject({ paying: 'idle', notice: null });
    expect(page.state.form).toEqual({
      phase: 'ready',
      oneTap: [SAVED_DEBIT, WALLET],
      card: null,
    });
    server.on('submit_payment_method', () =>
      Response.json(aView({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' })),
    );
    await page.tap(WALLET);
    expect(screen()).toBe('success');
  });

  it('says so for a saved card that was tapped, too', async () => {
    const { page, server } = await aPage([SAVED, WALLET]);
    server.on('submit_payment_method', tooMany);
    server.current = without('CARD');
    await page.tap(SAVED);
    await settled();
    expect(page.state.form).toEqual({ phase: 'ready', oneTap: [WALLET], card: null });
  });

  it('is used up when it offers nothing else', async () => {
    const { page, server, screen } = await aPage([CARD]);
    server.on('submit_card', tooMany);
    server.current = without('CARD');
    await page.pay(collect);
    await settled();
    expect(screen()).toBe('used_up');
    expect(page.state.view).toMatchObject({ money_moved: 'NO' });
  });

  it('does not ask for a card after a reload', async () => {
    const { page, server } = await aPage([SAVED, CARD, WALLET], without('CARD'));
    expect(page.state.form).toEqual({ phase: 'ready', oneTap: [WALLET], card: null });
    expect(server.count('select_payment_method')).toBe(0);
  });
});

describe('a link that takes no more direct debits', () => {
  it.each([
    ['a new one', DEBIT],
    ['a saved one', SAVED_DEBIT],
  ])('still takes a card after %s was refused', async (_which, method) => {
    const { page, server, screen } = await aPage([method, CARD]);
    server.on('select_payment_method', tooMany);
    server.current = without('MANDATE');
    const tapped = page.tap(method);
    server.on('select_payment_method', () =>
      Response.json({ attempt_id: 'attempt-9', card_fields_url: 'https://cards.example/f' }),
    );
    await tapped;
    await settled();
    expect(screen()).toBe('card_form');
    expect(page.state.form).toMatchObject({ oneTap: [], card: { attemptId: 'attempt-9' } });
  });
});

describe('a limit that is not the limit of the link', () => {
  it('shows the wait of the server, and the payer can try again', async () => {
    const { page, server, screen } = await aPage([CARD, WALLET]);
    server.on('submit_card', tooMany);
    await page.pay(collect);
    expect(screen()).toBe('rate_limited');
    expect(page.state.trouble).toMatchObject({ waitMs: 3_600_000, over: false });
  });

  it('is not mistaken for the limit of the link for another method', async () => {
    const { page, server, screen } = await aPage([SAVED_DEBIT, CARD], without('MANDATE'));
    server.on('submit_card', tooMany);
    await page.pay(collect);
    expect(screen()).toBe('rate_limited');
  });

  it('promises no wait while the link cannot be loaded to tell the limits apart', async () => {
    const { page, server, screen } = await aPage([CARD]);
    server.on('submit_card', tooMany);
    server.breaks('view');
    await page.pay(collect);
    expect(screen()).toBe('connection_trouble');
    server.on('view', () => Response.json(without('CARD')));
    await page.retry();
    await settled();
    await page.pay(collect);
    await settled();
    expect(screen()).toBe('used_up');
  });
});

describe('the text about a method that is used up', () => {
  const failed = (type: PaymentType) =>
    aView({
      session_status: 'FAILED',
      attempt: { ...anAttempt('FAILED'), payment_method_type: type },
      used_up_payment_method_types: [type],
    });

  it.each(LANGUAGES)('suggests no other attempt of the same kind in %s', async (language) => {
    const texts = await PAY_TEXTS.load(language);
    for (const type of LIMITED_TYPES) {
      const failure = failureOf(failed(type), texts);
      expect(failure.next).toBe(texts.usedUp.by[type]('Shop'));
      expect(failure.next).toContain('Shop');
      expect(failure.retry).toBe(texts.usedUp.otherWays);
    }
    expect(texts.usedUp.by.CARD('Shop')).not.toBe(texts.usedUp.by.MANDATE('Shop'));
    expect(texts.usedUp.next('Shop')).toContain('Shop');
  });

  it('does not replace the text of a failure by another method', () => {
    const texts = PAY_TEXTS.english;
    const failure = failureOf({ ...failed('CARD'), attempt: anAttempt('FAILED') }, texts);
    expect(failure.next).toBe(texts.usedUp.by.CARD('Shop'));
    const view = { ...failed('MANDATE'), attempt: anAttempt('FAILED') };
    expect(failureOf(view, texts).next).toBe(texts.failed.OTHER.next);
    expect(failureOf(view, texts).retry).toBe(texts.actions.retry);
  });

  it.each([
    ['nothing', undefined],
    ['no method', []],
    ['a method without limit', ['WALLET' as const]],
  ])('is empty when the link lists %s', (_what, types) => {
    expect(usedUpTypes({ used_up_payment_method_types: types })).toEqual([]);
  });
});
