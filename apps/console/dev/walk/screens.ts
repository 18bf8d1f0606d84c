import { OPERATOR_ROLES, type OperatorRole } from '@towpath/contracts/operator';
import type { Page } from 'playwright-core';
import type { FakeConsole } from '../fake/fake-console.js';
import { PAYMENT_ID, SHOP } from '../fake/samples.js';

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
const PAYMENT = `/payment/${SHOP.customer_app_id}.${PAYMENT_ID}/show`;

export const SCREENS: readonly Screen[] = [
  { name: 'find', path: '/', shows: 'Find a payment, a person or a message', roles: ALL },
  { name: 'found', path: '/?q=order-1042', shows: 'by reference', roles: ALL },
  { name: 'nothing-found', path: '/?q=HKD%20125%20nothing', shows: 'Nothing found', roles: ALL },
  {
    name: 'unanswered',
    path: '/?q=order-1042',
    shows: 'mandate did not answer',
    roles: ['viewer'],
    prepare: (fake) => fake.unanswered.push('mandate'),
  },
  { name: 'list', path: '/payment', shows: 'MANDATE · GW3', roles: ALL },
  {
    name: 'list-filtered',
    path: `/payment?filter=${encodeURIComponent('{"statuses":["FAILED"],"currency":"HKD","amount":5}')}&displayedFilters=${encodeURIComponent('{"currency":true,"amount":true}')}`,
    shows: 'Currency',
    roles: ['viewer'],
  },
  { name: 'list-empty', path: '/bill', shows: 'No Bills found', roles: ['viewer'] },
  { name: 'resource', path: PAYMENT, shows: 'SUBMITTED → EXECUTED', roles: ALL },
  {
    name: 'resource-details',
    path: PAYMENT,
    shows: 'gw1_8842_0091',
    roles: ['viewer'],
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
    roles: ['viewer'],
  },
  { name: 'watch', path: '/watch', shows: 'Success rate', roles: ALL },
  { name: 'parked', path: '/parked-messages', shows: 'has no member', roles: ALL },
  { name: 'audit', path: '/audit-entries', shows: 'Ticket 4711', roles: ['admin'] },
  {
    name: 'audit-refused',
    path: '/audit-entries',
    shows: 'Only an administrator',
    roles: ['viewer'],
  },
  {
    name: 'menu',
    path: '/payment',
    shows: 'Log out',
    roles: ['admin'],
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
  await page.goto(path);
  await step?.(page);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
}
