/** Scope names are part of the interface, including their mixed spelling. */
export const ALL_SCOPES = [
  'test',
  'account',
  'balance',
  'transaction',
  'credit',
  'investment',
  'institution',
  'link',
  'loginIdentity:token',
  'link:token',
  'linkApi:create',
  'linkApi:update',
  'linkApi:read',
  'relinkApi:create',
  'loginIdentity:self',
  'loginIdentity:get',
  'loginIdentity:update',
  'loginIdentity:delete',
  'institution:link',
  'account_number',
  'balance_history',
  'card:get',
  'statement:read',
  'composite_statement',
  'identity',
  'income:get',
  'payment_user:create',
  'payment_user:get',
  'paymentUser:update',
  'payment_account:create',
  'payment_account:get',
  'payment_account:delete',
  'paymentAccount:list',
  'payment_method:list',
  'paymentMethod:create',
  'paymentMethod:get',
  'paymentMethod:cancel',
  'mandate:create',
  'mandate:list',
  'mandate:listSensitive',
  'mandate:get',
  'mandates:authorize',
  'mandate_auth:get',
  'mandate_auth:update',
  'paymentlink:create',
  'paymentlink:get',
  'paymentlink:cancel',
  'payment:create',
  'payment:list',
  'payment:get',
  'payment:update',
  'testPayment:update',
  'payout:create',
  'payout:list',
  'payout:get',
  'payout:confirm',
  'payout:cancel',
  'bill:list',
  'bill:get',
  'dispute:list',
  'ledger:statement',
  'webhook:read',
  'webhook:write',
  'testing',
  'dispute:get',
  'dispute:update',
  'refund:create',
  'refund:list',
] as const;
export type Scope = (typeof ALL_SCOPES)[number];

/** Granted to every app and opens nothing. */
export const DEFAULT_SCOPE: Scope = 'test';

/** Reading account numbers in plain text is granted apart. */
export const SANDBOX_APP_SCOPES: readonly Scope[] = ALL_SCOPES.filter(
  (scope) => scope !== 'mandate:listSensitive',
);

/** Scopes of a hosted payment page's session. */
export const PAYMENT_LINK_SESSION_SCOPES: readonly Scope[] = ['institution:link'];

/** Scopes of a mandate's authorization, hosted or in the customer app's own user interface. */
export const MANDATE_SESSION_SCOPES: readonly Scope[] = [
  'mandate_auth:get',
  'mandate_auth:update',
  'institution:link',
];

/** Scopes of the token in the URL of a hosted link page, which opens one session, once. */
export const LINK_TOKEN_SCOPES: readonly Scope[] = ['link', 'institution:link'];

/** Scopes of the session of a hosted link page. */
export const HOSTED_LINK_SESSION_SCOPES: readonly Scope[] = [
  'linkApi:create',
  'linkApi:update',
  'linkApi:read',
  'institution:link',
];

export function isScope(text: unknown): text is Scope {
  return ALL_SCOPES.some((known) => known === text);
}
