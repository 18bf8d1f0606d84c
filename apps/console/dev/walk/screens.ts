import { OPERATOR_ROLES, type OperatorRole } from '@towpath/contracts/operator';
import type { Page } from 'playwright-core';
import type { FakeConsole } from '../fake/fake-console.js';
import { PROPOSED } from '../fake/action-samples.js';
import { PARKED, PAYMENT_ID, SHOP } from '../fake/samples.js';
import { Traffic } from './traffic.js';

/** One screen, and how to get there. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** What it says when it is there. */
  readonly shows: string;
  /** Who sees it: all of these with a session. */
  readonly roles: readonly OperatorRole[];
  readonly prepare?: (fake: FakeConsole) => void;
  readonly step?: (page: Page) => Promise<void>;
}

const ALL: readonly OperatorRole[] = OPERATOR_ROLES;
/** Those that act. */
const ACTING: readonly OperatorRole[] = ['operator', 'admin'];
/** Those who run the system from day to day. */
const BOTH: readonly OperatorRole[] = ['viewer', 'operator'];
const PAYMENT = `/payment/${SHOP.customer_app_id}.${PAYMENT_ID}/show`;

/** From the dialog of a refund to the preview of it. */
const preview = async (page: Page) => {
  await page.getByRole('button', { name: 'Show what will happen' }).click();
  await page.getByText('The payer gets the money back').waitFor();
};
const confirm = async (page: Page) => {
  await preview(page);
  await page.getByLabel('Reason').fill('Ticket 4711: paid twice');
  await page.getByRole('dialog').locator('button[type=submit]').click();
};
const needsTwo = ({ actions }: FakeConsole) => {
  actions.needsSecondPerson = true;
};
const isOld = (fake: FakeConsole) => {
  fake.loginAgeMs = 11 * 60_000;
};
const REFUND = `${PAYMENT}?act=refund_payment`;

const ACTIONS: readonly Screen[] = [
  {
    name: 'act-menu',
    path: PAYMENT,
    shows: 'Refund the payment',
    roles: ['operator'],
    step: (page) => page.getByRole('button', { name: 'Actions' }).click(),
  },
  { name: 'act-amount', path: REFUND, shows: 'At most HKD 1,217.30', roles: ACTING },
  {
    name: 'act-preview',
    path: REFUND,
    shows: 'Nobody can take this',
    roles: ACTING,
    step: preview,
  },
  {
    name: 'act-propose',
    path: REFUND,
    shows: 'Propose to another operator',
    roles: ['operator'],
    prepare: needsTwo,
    step: preview,
  },
  {
    name: 'act-refused',
    path: REFUND,
    shows: 'refunded in full',
    roles: ['operator'],
    prepare: ({ actions }) => {
      actions.refusal = 'The payment is refunded in full.';
    },
  },
  {
    name: 'act-login',
    path: REFUND,
    shows: 'This needs a login',
    roles: ['operator'],
    prepare: isOld,
    step: preview,
  },
  {
    name: 'act-login-provider',
    path: REFUND,
    shows: 'Log in again',
    roles: ['operator'],
    prepare: (fake) => {
      isOld(fake);
      fake.way = 'oidc';
    },
    step: preview,
  },
  {
    name: 'act-trouble',
    path: REFUND,
    shows: 'It may have been done',
    roles: ['operator'],
    prepare: ({ actions }) => {
      actions.trouble = 500;
    },
    step: confirm,
  },
  {
    name: 'act-changed',
    path: REFUND,
    shows: 'It has changed since',
    roles: ['operator'],
    prepare: ({ actions }) => {
      actions.trouble = 'changed';
    },
    step: confirm,
  },
  { name: 'act-done', path: REFUND, shows: 'See the refund', roles: ['operator'], step: confirm },
  {
    name: 'act-proposed',
    path: REFUND,
    shows: 'It waits for another operator',
    roles: ['operator'],
    prepare: needsTwo,
    step: confirm,
  },
  {
    name: 'act-since',
    path: `/webhook_endpoint/${SHOP.customer_app_id}.${PAYMENT_ID}/show?act=recover_webhooks`,
    shows: 'Webhooks that failed since then',
    roles: ['operator'],
  },
  {
    name: 'act-link',
    path: `/incoming_transfer/${SHOP.customer_app_id}.${PAYMENT_ID}/show?act=assign_transfer`,
    shows: 'The link that the money was meant for',
    roles: ['operator'],
  },
  {
    name: 'act-discard',
    path: `/parked-messages?act=discard_message&of=${PARKED[0]?.parked_message_id}`,
    shows: 'What it would have changed stays',
    roles: ['operator'],
  },
  {
    name: 'act-found',
    path: `/?q=${PARKED[0]?.parked_message_id}&act=replay_message&of=${PARKED[0]?.parked_message_id}`,
    shows: 'handles payment_link.expired again',
    roles: ['operator'],
  },
  { name: 'approvals', path: '/approvals', shows: 'the course was cancelled', roles: ACTING },
  {
    name: 'approvals-refused',
    path: '/approvals',
    shows: 'only who may act',
    roles: ['viewer'],
  },
  {
    name: 'approve',
    path: `/approvals?act=approve&of=${PROPOSED[0]?.action_id}`,
    shows: 'Approve: Refund HKD 80,000.00',
    roles: ACTING,
    prepare: needsTwo,
  },
  {
    name: 'decline',
    path: '/approvals',
    shows: 'nobody can approve it any more',
    roles: ['operator'],
    step: (page) => page.getByRole('button', { name: 'Decline' }).click(),
  },
];

export const SCREENS: readonly Screen[] = [
  ...ACTIONS,
  { name: 'list-transfers', path: '/incoming_transfer', shows: 'Unmatched', roles: ALL },
  {
    name: 'list-differences',
    path: '/reconciliation_difference',
    shows: 'Resolved',
    roles: BOTH,
  },
  { name: 'find', path: '/', shows: 'Find a payment, a person or a message', roles: ALL },
  { name: 'found', path: '/?q=order-1042', shows: 'by reference', roles: ALL },
  {
    name: 'found-app',
    path: `/?q=${SHOP.customer_app_id}`,
    shows: 'Payment links',
    roles: ['viewer'],
  },
  {
    name: 'found-message',
    path: `/?q=${PARKED[0]?.parked_message_id}`,
    shows: 'See the parked messages',
    roles: BOTH,
  },
  { name: 'nothing-found', path: '/?q=HKD%20125%20nothing', shows: 'Nothing found', roles: ALL },
  {
    name: 'unanswered',
    path: '/?q=order-1042',
    shows: 'mandate did not answer',
    roles: BOTH,
    prepare: (fake) => fake.unanswered.push('mandate'),
  },
  { name: 'list', path: '/payment', shows: 'MANDATE ****8410', roles: ALL },
  {
    name: 'list-filtered',
    path: `/payment?filter=${encodeURIComponent('{"statuses":["FAILED"],"currency":"HKD","amount":5}')}&displayedFilters=${encodeURIComponent('{"currency":true,"amount":true}')}`,
    shows: 'Currency',
    roles: BOTH,
  },
  { name: 'list-empty', path: '/bill', shows: 'No Bills found', roles: BOTH },
  { name: 'resource', path: PAYMENT, shows: 'SUBMITTED → EXECUTED', roles: ALL },
  {
    name: 'resource-cut',
    path: PAYMENT,
    shows: 'Older entries are left out',
    roles: ['viewer'],
    prepare: (fake) => {
      fake.isCut = true;
    },
  },
  {
    name: 'resource-details',
    path: PAYMENT,
    shows: 'gw1_8842_0091',
    roles: BOTH,
    step: (page) => page.getByRole('button', { name: 'Details' }).nth(1).click(),
  },
  {
    name: 'unmask',
    path: PAYMENT,
    shows: 'The audit keeps that you saw it',
    roles: ['admin'],
    step: (page) => page.getByRole('button', { name: 'Show Sender name' }).click(),
  },
  {
    name: 'resource-missing',
    path: `/payment/${SHOP.customer_app_id}.missing/show`,
    shows: 'There is no such resource',
    roles: BOTH,
  },
  { name: 'watch', path: '/watch', shows: 'Success rate', roles: ALL },
  { name: 'parked', path: '/parked-messages', shows: 'has no member', roles: ALL },
  { name: 'audit', path: '/audit-entries', shows: 'Ticket 4711', roles: ['admin'] },
  {
    name: 'audit-refused',
    path: '/audit-entries',
    shows: 'Only an administrator',
    roles: BOTH,
  },
  {
    name: 'menu',
    path: '/payment',
    shows: 'Log out',
    roles: ALL,
    step: (page) => page.getByRole('button', { name: /who you are|Profile/ }).click(),
  },
];

/** Without a session every address leads here. */
export const LOGINS: readonly Screen[] = [
  { name: 'login', path: '/', shows: 'printed it at its first run', roles: [] },
  {
    name: 'login-provider',
    path: '/watch',
    shows: 'Log in with your organisation',
    roles: [],
    prepare: (fake) => {
      fake.way = 'oidc';
    },
  },
];

/** Goes to a screen and waits until it is there and nothing more comes. */
export async function goTo(page: Page, { path, shows, step }: Screen): Promise<void> {
  const traffic = new Traffic(page);
  await page.goto(path);
  await step?.(page);
  await page.getByText(shows).first().waitFor();
  await traffic.rest();
}
