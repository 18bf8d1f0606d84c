import type { LoginIdentityCommand } from './login-identity.transitions.js';

/** Names of transitions in the history; `status_details` shows the latest marked one. */
const NAMES: Readonly<Record<LoginIdentityCommand, readonly [name: string, isDetail: boolean]>> = {
  link: ['LINK_INITIALIZED', false],
  relink: ['RELINK_INITIALIZED', false],
  refresh: ['REFRESH_INITIALIZED', false],
  authenticate: ['AUTHENTICATION_INITIALIZED', true],
  askUser: ['AUTHENTICATION_ACTION_REQUESTED', false],
  answer: ['AUTHENTICATION_OTP_ENTERED', true],
  reject: ['AUTHENTICATION_FAILED', true],
  accept: ['AUTHENTICATED', true],
  connect: ['CONNECTION_COMPLETE', false],
  startRetrieval: ['DATA_RETRIEVAL_INITIALIZED', false],
  recordProduct: ['PRODUCT_UPDATED', true],
  makeAvailable: ['DATA_AVAILABLE', false],
  complete: ['DATA_RETRIEVAL_COMPLETE', false],
  completePartly: ['DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', false],
  failRetrieval: ['RETRIEVE_DATA_FAILED', true],
  expirePermission: ['LOGIN_IDENTITY_PERMISSION_EXPIRED', true],
  unlink: ['LOGIN_IDENTITY_UNLINKED', true],
  confirmUnlink: ['UNLINK_SUCCEEDED', true],
  failUnlink: ['UNLINK_FAILED', true],
};

/** A move whose outcome has several names keeps the one that was meant as its reason. */
const NAMED_BY_REASON: readonly LoginIdentityCommand[] = ['recordProduct', 'reject'];

export function eventNameOf(
  command: LoginIdentityCommand,
  reason: string | null,
): { readonly eventName: string; readonly isDetail: boolean } {
  const [name, isDetail] = NAMES[command];
  const told = NAMED_BY_REASON.includes(command) ? reason : null;
  return { eventName: told ?? name, isDetail };
}
