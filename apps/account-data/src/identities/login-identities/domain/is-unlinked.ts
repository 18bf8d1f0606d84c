import type { LoginIdentityState } from './login-identity.transitions.js';

const UNLINKED: readonly LoginIdentityState[] = ['UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED'];

/** Whether it was deleted: to callers it no longer exists. */
export function isUnlinked(status: LoginIdentityState): boolean {
  return UNLINKED.includes(status);
}
