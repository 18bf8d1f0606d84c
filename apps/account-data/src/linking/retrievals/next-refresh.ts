import type { LoginIdentity } from '../../identities/login-identities/login-identity.js';

const DAY_MS = 86_400_000;
const JITTER_MS = 2 * 3_600_000;

/**
 * A day later, up to an hour earlier or later by login identity, so that logins that were linked
 * together are not refreshed together. Null where nothing allows a refresh without the user.
 */
export function nextRefreshOf({ snapshot }: LoginIdentity, at: Date): Date | null {
  const { automaticRefresh, storesCredentials, refreshesWithoutUser, permissionExpired } = snapshot;
  const allowed = storesCredentials && refreshesWithoutUser && !permissionExpired;
  if (automaticRefresh === 'OFF' || !allowed) return null;
  const next = new Date(at.getTime() + DAY_MS + jitterOf(snapshot.loginIdentityId));
  const { permissionExpiresAt: end } = snapshot;
  return end !== null && next >= end ? null : next;
}

/** Spread evenly by the random part of the ID. */
function jitterOf(loginIdentityId: string): number {
  let mixed = 0;
  for (const character of loginIdentityId) {
    mixed = (mixed * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  }
  return Math.floor((mixed / 1_000_003 - 0.5) * JITTER_MS);
}
