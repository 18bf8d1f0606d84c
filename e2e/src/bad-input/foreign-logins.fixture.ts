import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import type { HostedLinkView } from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import type { Merchant } from '@towpath/testing';
import { LinkPageVisitor } from '../clients/link-page-visitor.js';
import type { RunningSystem } from '../system/running-system.js';
import { finishLogin, startLogin, type LinkedLogin, type StartedLogin } from './linked-login.js';
import { REDIRECT_URI } from './redirect-uri.js';

/** A login whose data is there, and everything that names a part of it. */
export interface Owned extends LinkedLogin {
  readonly refreshToken: string;
  /** IDs that only its owner may see. */
  readonly ids: readonly string[];
}

/** A page at which the bank asks for a code, and one that sends its user to the bank. */
export interface Pages {
  readonly asking: LinkPageVisitor;
  readonly asked: HostedLinkView;
  readonly leading: LinkPageVisitor;
  readonly way: string;
  /** Nothing began there. */
  readonly fresh: LinkPageVisitor;
}

/** Two customer apps: ours has two logins, theirs one. */
export interface Cast {
  readonly ours: Merchant;
  readonly theirs: Merchant;
  readonly key: Jwk;
  readonly mine: Owned;
  /** Of our app, too. */
  readonly sibling: Owned;
  readonly stranger: Owned;
  readonly ourPages: Pages;
  readonly theirPages: Pages;
}

export async function createCast(system: RunningSystem): Promise<Cast> {
  const app = { scopes: ALL_SCOPES, redirectUris: [REDIRECT_URI] };
  const ours = await system.newShop({ ...app, name: 'Our Shop' });
  const theirs = await system.newShop({ ...app, name: 'Their Shop' });
  const started = [await startLogin(ours), await startLogin(ours), await startLogin(theirs)];
  const [first, second, third] = started as [StartedLogin, StartedLogin, StartedLogin];
  const { linkKey: key } = first;
  const [ourPages, theirPages] = await Promise.all([
    pagesOf(ours, key, ['HKG']),
    pagesOf(theirs, key, ['PHL']),
  ]);
  return {
    ours,
    theirs,
    key,
    ourPages,
    theirPages,
    mine: await ownedOf(ours, first),
    sibling: await ownedOf(ours, second),
    stranger: await ownedOf(theirs, third),
  };
}

async function ownedOf(merchant: Merchant, started: StartedLogin): Promise<Owned> {
  const login = await finishLogin(merchant, started);
  const { success } = await merchant.linkStatus({
    path: { loginIdentityId: login.loginIdentityId },
  });
  const { transactions } = await merchant
    .withToken(login.token)
    .listTransactionsByLoginIdentityId({ query: { limit: 5 } });
  const rows = transactions.map(({ transaction_id: id }) => id);
  const { loginIdentityId, accountId, statementId } = login;
  return {
    ...login,
    refreshToken: (success as AccessTokenResponse).refresh_token,
    ids: [loginIdentityId, accountId, statementId, ...rows],
  };
}

async function pagesOf(merchant: Merchant, key: Jwk, countries: string[]): Promise<Pages> {
  const open = () =>
    LinkPageVisitor.open(merchant, REDIRECT_URI, { countries, link_mode: 'real test' });
  const [asking, leading, fresh] = [await open(), await open(), await open()];
  await asking.logsIn('testbank', 'user_otp', key);
  await leading.logsIn('testbank-oauth', undefined, key);
  const asked = await asking.reaches('ACTION');
  const { redirect_url: way = '' } = await leading.reaches('REDIRECT');
  return { asking, asked, leading, way, fresh };
}
