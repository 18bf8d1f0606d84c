import { jest } from '@jest/globals';
import {
  OPERATOR_ACTION_NAMES,
  OPERATOR_ACTIONS,
  type OperatorActionName,
} from '@towpath/contracts/operator';
import { eventually } from '@towpath/testing';
import type { Locator, Page } from 'playwright-core';
import { ACTION_SAMPLES, REFUND_ID } from '../dev/fake/action-samples.js';
import { idOf, PARKED, PASSWORD, PAYMENT_ID, SHOP } from '../dev/fake/samples.js';
import { ConsoleSite } from './console-site.js';

jest.setTimeout(60_000);

const WHY = 'Ticket 4711: paid twice';
const MINUTES_MS = 60_000;
const PAYMENT = `/payment/${SHOP.customer_app_id}.${PAYMENT_ID}/show`;
const TARGET = { customer_app_id: SHOP.customer_app_id, id: PAYMENT_ID };
const LINK_ID = idOf('01K9Z', 1);

let site: ConsoleSite;
beforeAll(async () => {
  site = await ConsoleSite.start();
});
afterEach(() => site.closeTabs());
afterAll(() => site.stop());

const dialogOf = (page: Page) => page.getByRole('dialog');
const buttonOf = (place: Locator, name: string | RegExp) => place.getByRole('button', { name });

async function openAction(page: Page, name: string, place: Locator = page.locator('main')) {
  await buttonOf(place, 'Actions').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  return dialogOf(page);
}

/** Up to the preview of a refund of HKD 125.00. */
async function openRefund(page: Page): Promise<Locator> {
  await page.goto(PAYMENT);
  const dialog = await openAction(page, 'Refund the payment');
  await dialog.getByLabel('Amount in HKD').fill('125');
  await buttonOf(dialog, 'Show what will happen').click();
  await dialog.getByText('HKD 125.00', { exact: true }).waitFor();
  return dialog;
}

async function confirm(dialog: Locator, verb: string | RegExp): Promise<void> {
  await dialog.getByLabel('Reason').fill(WHY);
  await buttonOf(dialog, verb).click();
}

describe('an operator', () => {
  const JOURNEYS: Readonly<Record<OperatorActionName, readonly [string, string, string]>> = {
    resend_webhook: ['Send the webhook again', 'Send again', 'It is sent again'],
    recover_webhooks: ['Recover failed webhooks', 'Recover', 'They are sent again'],
    replay_message: ['Replay the message', 'Replay', 'The replay is requested'],
    discard_message: ['Discard the message', 'Discard', 'The message is discarded'],
    refund_payment: ['Refund the payment', 'Refund HKD 125.00', 'The refund is requested'],
    cancel_payment_link: ['Cancel the payment link', 'Cancel the link', 'is cancelled'],
    cancel_mandate: ['Cancel the mandate', 'Cancel the mandate', 'is requested'],
    cancel_payout: ['Cancel the payout', 'Cancel the payout', 'is cancelled'],
    assign_transfer: ['Assign to a payment link', 'Assign HKD 1,248.50', 'is assigned'],
    return_transfer: ['Return to its sender', 'Return HKD 1,248.50', 'The money goes back'],
    resolve_difference: ['Resolve the difference', 'Resolve', 'is resolved'],
    resolve_debit_difference: ['Resolve the difference', 'Resolve', 'is resolved'],
    resolve_dispute_difference: ['Resolve the difference', 'Resolve', 'is resolved'],
  };
  const TYPED = {
    amount: ['Amount in HKD', '125', { amount: 12_500 }],
    since: ['Failed since', '2026-11-19T08:30', { since: '2026-11-19T08:30:00.000Z' }],
    payment_link_id: ['ID of the payment link', LINK_ID, { payment_link_id: LINK_ID }],
  } as const;

  it.each(OPERATOR_ACTION_NAMES)('does %s: members, preview, reason, result', async (action) => {
    const { page, faults } = await site.open('operator');
    const { on, takes, isFinal } = OPERATOR_ACTIONS[action];
    const [name, verb, done] = JOURNEYS[action];
    const [message] = PARKED;
    const isMessage = on === 'parked_message';
    const path = `/${on}/${SHOP.customer_app_id}.${PAYMENT_ID}/show`;
    await page.goto(isMessage ? '/parked-messages' : path);
    const row = page.getByRole('row').filter({ has: page.getByText('payment.executed') });
    const dialog = await openAction(page, name, isMessage ? row.first() : undefined);
    const [taken] = takes;
    if (taken) {
      const [label, text] = TYPED[taken];
      await dialog.getByLabel(label).fill(text);
      await buttonOf(dialog, 'Show what will happen').click();
    }
    const { effects, result } = ACTION_SAMPLES[action];
    for (const effect of effects) await dialog.getByText(effect).waitFor();
    expect(await dialog.getByText('Nobody can take this back').count()).toBe(isFinal ? 1 : 0);
    site.fake.asked.length = 0;
    await confirm(dialog, verb);
    await dialog.getByRole('status').getByText(done).first().waitFor();
    const given = taken ? TYPED[taken][2] : {};
    const target = isMessage
      ? { ...TARGET, id: message?.parked_message_id, service: message?.service }
      : TARGET;
    expect([...site.fake.actions.done.values()]).toEqual([
      {
        action,
        ...target,
        ...given,
        action_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        seen: expect.stringContaining('EXECUTED'),
        reason: WHY,
      },
    ]);
    // What is shown behind the dialog is read again.
    const read = isMessage ? '/parked-messages' : `/resources/${on}/`;
    await eventually(() =>
      site.fake.asked.some((each) => each.startsWith(`GET /console/api${read}`)),
    );
    if (action === 'discard_message') {
      const rows = page.locator('tr', { hasText: 'payment.executed' });
      await eventually(async () => (await rows.count()) === 1);
      expect(await dialog.count()).toBe(1);
    }
    if (result) {
      await dialog.getByRole('link', { name: 'See the refund' }).click();
      await page.waitForURL(`**/refund/${SHOP.customer_app_id}.${REFUND_ID}/show`);
    }
    expect(faults).toEqual([]);
  });

  it('acts on a parked message that Find shows, also if no list has it', async () => {
    const { page, faults } = await site.open('operator');
    const [, message] = PARKED;
    await page.goto(`/?q=${message?.parked_message_id}`);
    const dialog = await openAction(page, 'Discard the message');
    await confirm(dialog, 'Discard');
    await dialog.getByRole('status').getByText('The message is discarded').waitFor();
    await page.getByText('Parked message:').waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    const { service, parked_message_id: id } = message ?? {};
    expect([...site.fake.actions.done.values()]).toEqual([
      expect.objectContaining({ action: 'discard_message', service, id }),
    ]);
    expect(site.fake.asked.filter((each) => each.includes('parked-messages'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('sees that an amount is wrong, and that a reason is too short', async () => {
    const { page } = await site.open('operator');
    await page.goto(PAYMENT);
    const dialog = await openAction(page, 'Refund the payment');
    const amount = dialog.getByLabel('Amount in HKD');
    expect(await amount.inputValue()).toBe('1217.30');
    for (const typed of ['1217.31', '1.255', '0', 'all']) {
      await amount.fill(typed);
      await buttonOf(dialog, 'Show what will happen').click();
      await dialog.getByText('No amount up to that. At most HKD 1,217.30').waitFor();
    }
    await amount.fill('1,217.30');
    await buttonOf(dialog, 'Show what will happen').click();
    await dialog.getByText('Name no person, and write no personal data').waitFor();
    await dialog.getByLabel('Reason').fill('Hm');
    await buttonOf(dialog, 'Refund HKD 1,217.30').click();
    await dialog.getByText('Say a little more.').waitFor();
    expect(site.fake.actions.requests).toEqual([]);
  });

  it('reads why it is not possible, and has no button for it', async () => {
    const { page } = await site.open('operator');
    site.fake.actions.refusal = 'The payment is refunded in full.';
    await page.goto(PAYMENT);
    const dialog = await openAction(page, 'Refund the payment');
    await dialog.getByText('The payment is refunded in full.').waitFor();
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close']);
  });

  it('sees a new preview of what has changed meanwhile, and keeps the reason', async () => {
    const { page } = await site.open('operator');
    const dialog = await openRefund(page);
    site.fake.actions.trouble = 'changed';
    const before = site.fake.actions.previews.length;
    await confirm(dialog, 'Refund HKD 125.00');
    await dialog.getByText('It has changed since you looked').waitFor();
    expect(site.fake.actions.previews).toHaveLength(before + 1);
    expect(site.fake.actions.done.size).toBe(0);
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(WHY);
    await buttonOf(dialog, 'Refund HKD 125.00').click();
    await dialog.getByText('The refund is requested').waitFor();
    expect(site.fake.actions.done.size).toBe(1);
  });

  it('acts once with a double click, and sees that it is being done', async () => {
    const { page } = await site.open('operator');
    const dialog = await openRefund(page);
    let release = () => undefined as void;
    site.fake.actions.held = new Promise((resolve) => (release = resolve));
    await dialog.getByLabel('Reason').fill(WHY);
    await buttonOf(dialog, 'Refund HKD 125.00').dblclick();
    await dialog.getByRole('progressbar', { name: 'It is being done' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await buttonOf(dialog, 'Close').isDisabled()).toBe(true);
    release();
    await dialog.getByText('The refund is requested').waitFor();
    expect(site.fake.actions.requests).toHaveLength(1);
  });

  it.each([
    [403, 'Refused: FORBIDDEN.', 1],
    [500, 'It may have been done. Try again from here: it is done once only.', 1],
    ['silent', 'The console did not answer. It may have been done.', 1],
    ['done and silent', 'The console did not answer. It may have been done.', 0],
  ] as const)('reads what went wrong (%s) until the next try', async (trouble, text, wasLeft) => {
    const { page, traffic } = await site.open('operator');
    const dialog = await openRefund(page);
    site.fake.actions.trouble = trouble;
    await confirm(dialog, 'Refund HKD 125.00');
    await dialog.getByText(text).waitFor();
    await traffic.rest();
    expect(await dialog.getByText(text).count()).toBe(1);
    expect(site.fake.actions.done.size).toBe(1 - wasLeft);
    await buttonOf(dialog, 'Refund HKD 125.00').click();
    await dialog.getByText('The refund is requested').waitFor();
    const ids = site.fake.actions.requests.map(({ action_id: id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect([ids.length, site.fake.actions.done.size]).toEqual([2, 1]);
  });

  it('logs in again after the session has ended, and finds the dialog open', async () => {
    const { page } = await site.open('operator');
    const dialog = await openRefund(page);
    site.fake.role = undefined;
    await confirm(dialog, 'Refund HKD 125.00');
    await page.getByText('printed it at its first run').waitFor();
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await dialogOf(page).getByLabel('Amount in HKD').waitFor();
    expect(site.fake.actions.done.size).toBe(0);
  });
});

describe('an operator whose login is older than 10 minutes', () => {
  it('logs in at the provider first, and comes back to the dialog as it was', async () => {
    const { page, faults } = await site.open('operator');
    Object.assign(site.fake, { loginAgeMs: 11 * MINUTES_MS, way: 'oidc' });
    const dialog = await openRefund(page);
    expect(await dialog.getByLabel('Reason').count()).toBe(0);
    site.fake.asked.length = 0;
    await dialog.getByRole('link', { name: 'Log in again' }).click();
    await dialog.getByLabel('Reason').waitFor();
    const login = site.fake.asked.find((each) => each.startsWith('GET /console/login'));
    const back = encodeURIComponent(`${PAYMENT}?act=refund_payment`);
    expect(login).toBe(`GET /console/login?fresh=true&return_to=${back}`);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await confirm(dialog, 'Refund HKD 125.00');
    await dialog.getByText('The refund is requested').waitFor();
    expect(site.fake.actions.requests.map(({ amount }) => amount)).toEqual([12_500]);
    expect(faults).toEqual([]);
  });

  it('types the password of this machine in the dialog', async () => {
    const { page } = await site.open('operator');
    site.fake.loginAgeMs = 11 * MINUTES_MS;
    const dialog = await openRefund(page);
    await dialog.getByLabel('Password').first().fill('wrong');
    await buttonOf(dialog, 'Log in again').click();
    await dialog.getByText('This is not the password.').waitFor();
    await dialog.getByLabel('Password').first().fill(PASSWORD);
    await buttonOf(dialog, 'Log in again').click();
    await confirm(dialog, 'Refund HKD 125.00');
    await dialog.getByText('The refund is requested').waitFor();
  });

  it('is asked for a login also if it became too old behind the page', async () => {
    const { page } = await site.open('operator');
    const dialog = await openRefund(page);
    site.fake.loginAgeMs = 11 * MINUTES_MS;
    await confirm(dialog, 'Refund HKD 125.00');
    await dialog.getByLabel('Password').first().fill(PASSWORD);
    await buttonOf(dialog, 'Log in again').click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(WHY);
    await buttonOf(dialog, 'Refund HKD 125.00').click();
    await dialog.getByText('The refund is requested').waitFor();
    expect(site.fake.actions.done.size).toBe(1);
  });

  it('does without what moves no money', async () => {
    const { page } = await site.open('operator');
    site.fake.loginAgeMs = 11 * MINUTES_MS;
    await page.goto(PAYMENT.replace('payment', 'mandate'));
    const dialog = await openAction(page, 'Cancel the mandate');
    await confirm(dialog, 'Cancel the mandate');
    await dialog.getByText('The cancellation is requested').waitFor();
  });
});

describe('a second person', () => {
  const proposal = (page: Page, name = 'Refund the payment') =>
    page.getByRole('article', { name }).first();

  it('gets what one operator may not do alone; who proposed it may withdraw it', async () => {
    const { page, faults } = await site.open('operator');
    site.fake.actions.needsSecondPerson = true;
    const dialog = await openRefund(page);
    await confirm(dialog, 'Propose to another operator');
    await dialog.getByText('It waits for another operator').waitFor();
    await dialog.getByRole('link', { name: 'See what waits' }).click();
    await proposal(page).getByText(WHY).waitFor();
    expect(await buttonOf(proposal(page), 'Approve').count()).toBe(0);
    await buttonOf(proposal(page), 'Withdraw').click();
    await confirm(dialogOf(page), 'Withdraw');
    await dialogOf(page).waitFor({ state: 'detached' });
    const [made] = site.fake.actions.requests;
    expect(site.fake.actions.declined).toEqual([{ action_id: made?.action_id, reason: WHY }]);
    expect(faults).toEqual([]);
  });

  it('sees in the menu that something waits, looks at it anew and approves it', async () => {
    const { page, faults } = await site.open('operator');
    site.fake.actions.needsSecondPerson = true;
    await page.goto('/');
    await page.getByRole('menuitem', { name: /1.*Approvals/ }).click();
    await buttonOf(proposal(page), 'Approve').click();
    const dialog = dialogOf(page);
    await dialog.getByText('HKD 80,000.00', { exact: true }).waitFor();
    expect(site.fake.actions.previews).toEqual([
      { action: 'refund_payment', ...TARGET, amount: 8_000_000 },
    ]);
    await dialog.getByText('Name no person, and write no personal data').waitFor();
    await confirm(dialog, 'Approve: Refund HKD 80,000.00');
    await dialog.getByRole('link', { name: 'See the refund' }).waitFor();
    const [first] = site.fake.actions.proposals;
    expect(site.fake.actions.decided).toEqual([
      { action_id: first?.action_id, seen: expect.stringContaining('EXECUTED'), reason: WHY },
    ]);
    await buttonOf(dialog, 'Close').click();
    await proposal(page).getByText('Done').waitFor();
    await page.getByRole('menuitem', { name: /^Approvals/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('declines with a reason', async () => {
    const { page } = await site.open('admin');
    await page.goto('/approvals');
    await buttonOf(proposal(page), 'Decline').click();
    await dialogOf(page).getByText('Name no person, and write no personal data').waitFor();
    await confirm(dialogOf(page), 'Decline');
    await proposal(page).getByText('Declined').waitFor();
    expect(site.fake.actions.declined.map(({ reason }) => reason)).toEqual([WHY]);
  });
});

it('a viewer sees no action, also not by its address', async () => {
  const { page, traffic } = await site.open('viewer');
  for (const path of [`${PAYMENT}?act=refund_payment`, '/parked-messages']) {
    await page.goto(path);
    await page.getByText('payment.executed').first().waitFor();
    await traffic.rest();
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
    expect(await dialogOf(page).count()).toBe(0);
  }
  expect(await page.getByRole('menuitem', { name: 'Approvals' }).count()).toBe(0);
  expect(site.fake.asked.filter((each) => each.includes('proposals'))).toEqual([]);
});
