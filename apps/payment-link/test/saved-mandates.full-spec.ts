/** @takes 30 s */
import { jest } from '@jest/globals';
import type { CreatePaymentLinkRequest } from '@towpath/contracts/payment-link';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { eventually, HostedPayer, setupOrder, type Merchant } from '@towpath/testing';
import { ReturningPayer } from './saved-mandates.fixture.js';

jest.setTimeout(240_000);
const DAY_S = 86_400;
const AMOUNT = 12_500;
const PAYERS = 64;

// The whole system: links, mandates and the bank are three processes' business.
let system: RunningSystem;
let shop: Merchant;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await ReturningPayer.shop(system);
});

const returning = (options: Parameters<typeof ReturningPayer.of>[2] = {}) =>
  ReturningPayer.of(system, shop, options);

const ONCE_A_YEAR = {
  mandate_details: {
    transaction_limits: {
      max_transaction_amount: AMOUNT,
      max_period_count: 1,
      period: 'YEARLY' as const,
    },
  },
};

describe('a direct debit that was saved on an earlier link', () => {
  it('is offered to its payer on later links, and one tap pays', async () => {
    const saved = await returning();
    const [link, payer] = await saved.opens();
    const [first] = await payer.offered();
    expect(first).toEqual({
      payment_method_type: 'MANDATE',
      recurring: true,
      payment_account_id: expect.any(String),
      payment_method_subtype: 'MANDATE_GENERIC',
      payment_method_provider: 'GW3',
      payment_method_id: saved.methodId,
      sender_account: { account_number_masked: '****8833', institution_name: 'Test Bank' },
      surcharge_amount: 0,
    });
    const tapped = await saved.taps(payer);
    expect([tapped.status, tapped.body.attempt?.payment_method_type]).toEqual([200, 'MANDATE']);
    expect(tapped.body.attempt?.sender_account).toEqual(first?.sender_account);
    const paid = await saved.reaches(link, 'COMPLETE');
    expect(paid).toMatchObject({
      status: 'PAID',
      payment: {
        type: 'MANDATE',
        status: 'EXECUTED',
        amount: AMOUNT,
        payment_method_id: saved.methodId,
        payment_details: { mandate_id: saved.mandateId },
        sender_account: { account_number_masked: '****8833' },
      },
    });
    expect((await saved.mandate()).status).toBe('SUCCEEDED');
    const [again, later] = await saved.opens();
    await saved.taps(later);
    expect((await saved.reaches(again, 'COMPLETE')).status).toBe('PAID');
    expect((await saved.usage()).debits).toEqual({ EXECUTED: 2 });
  });

  it('is offered to no other payer, and by no link that stores a method', async () => {
    const saved = await returning();
    const [, stranger] = await saved.opens({ sender: { external_user_id: 'other', name: 'Ng' } });
    expect(await saved.offer(stranger)).toBeUndefined();
    const setup = await saved.shop.createPaymentLink({
      body: setupOrder({ sender: saved.sender }),
    });
    const storing = await HostedPayer.open(saved.shop.api, setup.url ?? '');
    expect(await saved.offer(storing)).toBeUndefined();
    const [first] = await stranger.offered();
    const refused = await stranger.choose({
      payment_account_id: first?.payment_account_id ?? '',
      payment_method_type: 'MANDATE',
      payment_method_id: saved.methodId,
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_METHOD_STATUS' } },
    });
  });

  it('is not offered when it was saved for charges without the payer', async () => {
    const saved = await returning({ future_payments: 'AUTOPAY' });
    const [, payer] = await saved.opens();
    expect(await saved.offer(payer)).toBeUndefined();
  });

  it('is not offered when it ended', async () => {
    const saved = await returning();
    await saved.revokes();
    const [, payer] = await saved.opens();
    expect(await saved.offer(payer)).toBeUndefined();
  });

  it('is offered from its first day to its last', async () => {
    const { now } = await shop.getTestClock();
    const day = (days: number) =>
      new Date(Date.parse(now) + days * DAY_S * 1_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const saved = await returning({
      mandate_details: { start_date: day(2), end_date: day(4) },
    });
    const [, payer] = await saved.opens();
    expect(await saved.offer(payer)).toBeUndefined();
    await saved.shop.advanceClock(3 * DAY_S);
    const [, within] = await saved.opens();
    expect(await saved.offer(within)).toBeDefined();
    await saved.shop.advanceClock(3 * DAY_S);
    const [, afterwards] = await saved.opens();
    expect(await saved.offer(afterwards)).toBeUndefined();
  });

  it.each<[string, Partial<CreatePaymentLinkRequest>]>([
    ['above the limit of one payment', { amount: AMOUNT + 1 }],
    ['in another currency', { currency: 'USD' }],
    [
      'that takes cards only',
      {
        payment_setup_options: { future_payments: 'CLICK_TO_PAY', payment_method_types: ['CARD'] },
      },
    ],
  ])('is not offered for a payment %s', async (_, terms) => {
    const saved = await returning(ONCE_A_YEAR);
    const [, payer] = await saved.opens(terms);
    expect(await saved.offer(payer)).toBeUndefined();
    const [, other] = await saved.opens();
    expect(await saved.offer(other)).toBeDefined();
  });
});

describe('a tap that does not pay', () => {
  it('leaves nothing reserved, and the link takes a card', async () => {
    const saved = await returning({ ending: '0005', ...ONCE_A_YEAR });
    const [link, payer] = await saved.opens();
    await saved.taps(payer);
    const failed = await saved.reaches(link, 'FAILED');
    expect(failed.payment).toMatchObject({
      status: 'FAILED',
      error: { error_code: 'INSUFFICIENT_FUNDS' },
    });
    expect((await payer.view()).money_moved).toBe('NO');
    expect(await saved.usage()).toEqual({ used: 0, debits: { FAILED: 1 } });
    expect(await saved.offer(payer)).toBeDefined();
    await payer.pay('authorized');
    const paid = await saved.shop.link(link.payment_link_id);
    expect([paid.status, paid.payment?.type]).toEqual(['PAID', 'CARD']);
    expect((await saved.mandate()).status).toBe('SUCCEEDED');
  });

  it('is refused when the direct debit ended meanwhile, and other methods still pay', async () => {
    const saved = await returning();
    const [link, payer] = await saved.opens();
    const attemptId = await saved.chooses(payer);
    await saved.revokes();
    expect(await payer.submitChosen(attemptId)).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_METHOD_STATUS' } },
    });
    expect((await saved.shop.link(link.payment_link_id)).session_status).toBe('OPEN');
    await payer.pay('authorized');
    expect((await saved.shop.link(link.payment_link_id)).status).toBe('PAID');
    expect(await saved.usage()).toEqual({ used: 0, debits: {} });
  });

  it('is not offered again in a period that is used up', async () => {
    const saved = await returning(ONCE_A_YEAR);
    const [first, payer] = await saved.opens();
    const [, waiting] = await saved.opens();
    const attemptId = await saved.chooses(waiting);
    await saved.taps(payer);
    await saved.reaches(first, 'COMPLETE');
    expect(await saved.offer(waiting)).toBeUndefined();
    expect((await waiting.submitChosen(attemptId)).status).toBe(400);
    expect(await saved.usage()).toEqual({ used: 1, debits: { EXECUTED: 1 } });
  });
});

describe('a payer who chose the saved direct debit and then', () => {
  const STAYS = { status: 'SUCCEEDED' };

  it('pays by card, or sees the link end, keeps it', async () => {
    const saved = await returning();
    const [byCard, first] = await saved.opens();
    await saved.chooses(first);
    await first.pay('authorized');
    const [cancelled, second] = await saved.opens();
    await saved.chooses(second);
    await saved.shop.cancelPaymentLink({ path: { paymentLinkId: cancelled.payment_link_id } });
    const [expired, third] = await saved.opens();
    await saved.chooses(third);
    await saved.shop.advanceClock(31 * DAY_S);
    const ended = await Promise.all(
      [byCard, cancelled, expired].map((link) => saved.shop.link(link.payment_link_id)),
    );
    expect(ended.map(({ status }) => status)).toEqual(['PAID', 'CANCELLED', 'EXPIRED']);
    expect(await saved.mandate()).toMatchObject(STAYS);
    const [link, payer] = await saved.opens();
    await saved.taps(payer);
    expect((await saved.reaches(link, 'COMPLETE')).status).toBe('PAID');
  });

  it('leaves the draft of another one for it: the draft alone is closed', async () => {
    const saved = await returning();
    const [link, payer] = await saved.opens();
    const { mandate_id: draft = '' } = await payer.select('MANDATE');
    await saved.taps(payer);
    await saved.reaches(link, 'COMPLETE');
    await eventually(
      async () => {
        const found = await saved.shop.getMandate({ path: { mandateId: draft } });
        return found.status === 'CLOSED';
      },
      { deadlineMs: 45_000, describe: () => `the draft ${draft} is not closed` },
    );
    expect(await saved.mandate()).toMatchObject(STAYS);
  });
});

describe('64 taps and a cancel', () => {
  it.each(['at once', 'when the first was answered'])('%s pay once or not at all', async (when) => {
    const saved = await returning();
    const [link, first] = await saved.opens();
    const attemptId = await saved.chooses(first);
    const tabs = await Promise.all(
      Array.from({ length: PAYERS }, () => HostedPayer.open(saved.shop.api, link.url ?? '')),
    );
    const tapping = tabs.map((tab) => tab.submitChosen(attemptId));
    if (when !== 'at once') await Promise.race(tapping);
    const path = `/payment_links/${link.payment_link_id}/cancel`;
    const cancel = await saved.shop.send({ method: 'POST', path });
    const isCancelled = cancel.status === 200;
    if (when !== 'at once') expect(isCancelled).toBe(false);
    const statuses = (await Promise.all(tapping)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([isCancelled ? 400 : 200]));
    const settled = isCancelled
      ? await saved.shop.link(link.payment_link_id)
      : await saved.reaches(link, 'COMPLETE');
    expect(settled.status).toBe(isCancelled ? 'CANCELLED' : 'PAID');
    expect((await saved.usage()).debits).toEqual(isCancelled ? {} : { EXECUTED: 1 });
    expect((await saved.mandate()).status).toBe('SUCCEEDED');
  });
});
