import { newId, type LoginIdentityId } from '@towpath/kernel';
import type { LoginIdentity } from '../../identities/login-identities/login-identity.js';
import { nextRefreshOf } from './next-refresh.js';

const AT = new Date('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const REFRESHED = {
  automaticRefresh: 'ON',
  storesCredentials: true,
  refreshesWithoutUser: true,
  permissionExpired: false,
  permissionExpiresAt: null as Date | null,
};

function hoursUntil(more: Partial<Record<keyof typeof REFRESHED, unknown>> = {}): number | null {
  const loginIdentityId = newId<LoginIdentityId>(AT);
  const snapshot = { ...REFRESHED, ...more, loginIdentityId };
  const next = nextRefreshOf({ snapshot } as unknown as LoginIdentity, AT);
  return next && (next.getTime() - AT.getTime()) / HOUR_MS;
}

it('the next refresh is a day later, spread over two hours by the login identity', () => {
  const hours = Array.from({ length: 200 }, () => hoursUntil() ?? 0);
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(23);
  expect(Math.max(...hours)).toBeLessThanOrEqual(25);
  expect(Math.max(...hours) - Math.min(...hours)).toBeGreaterThan(1.5);
  expect(new Set(hours).size).toBeGreaterThan(150);
});

it.each([
  ['the user wants none', { automaticRefresh: 'OFF' }],
  ['no credentials are kept', { storesCredentials: false }],
  ['the bank asks for the user', { refreshesWithoutUser: false }],
  ['the permission has ended', { permissionExpired: true }],
  ['the permission ends before', { permissionExpiresAt: new Date(AT.getTime() + DAY_MS / 2) }],
])('no next refresh is planned when %s', (_why, more) => {
  expect(hoursUntil(more)).toBeNull();
});
