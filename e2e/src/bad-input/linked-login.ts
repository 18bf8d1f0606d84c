import type { Jwk } from '@towpath/contracts';
import type { EncryptedPayload } from '@towpath/contracts/account-data';
import type { LinkTokenRequest } from '@towpath/sdk';
import { eventually, sealFields, type Merchant } from '@towpath/testing';
import { REDIRECT_URI } from './redirect-uri.js';

/** A login at the simulated bank, all of its data retrieved. */
export interface LinkedLogin {
  /** Of the login identity. */
  readonly token: string;
  readonly loginIdentityId: string;
  readonly accountId: string;
  readonly statementId: string;
}

/** A login in progress; several banks may be asked at the same time. */
export interface StartedLogin {
  readonly linkKey: Jwk;
  readonly loginIdentityId: string;
}

/** The right login as the linking operations take it. */
export function sealedLogin(key: Jwk): EncryptedPayload {
  return sealFields({ user_id: 'usergood', password: 'datagood' }, key);
}

export async function startLogin(merchant: Merchant): Promise<StartedLogin> {
  const linkKey = await merchant.linkKey();
  const { login_identity: identity } = await merchant.createLink({
    body: {
      institution_id: 'testbank',
      user_id: 'customer-42',
      consent: true,
      products_requested: [],
      store_credentials: true,
      encrypted_credentials: sealedLogin(linkKey),
    },
  });
  return { linkKey, loginIdentityId: identity.login_identity_id };
}

export async function finishLogin(
  merchant: Merchant,
  { loginIdentityId }: StartedLogin,
): Promise<LinkedLogin> {
  const path = { loginIdentityId };
  let status = '';
  await eventually(
    async () => {
      ({ status } = (await merchant.getLoginIdentityById({ path })).login_identity);
      return status === 'DATA_RETRIEVAL_COMPLETE';
    },
    { deadlineMs: 60_000, describe: () => `the data of a login, which is ${status}` },
  );
  const { success } = await merchant.linkStatus({ path });
  const token = success?.access_token ?? '';
  const own = merchant.withToken(token);
  const { accounts } = await own.listAccounts();
  const { statements } = await own.getStatements();
  return {
    token,
    loginIdentityId,
    // a card account has no number to pay to
    accountId: accounts.find((each) => each.account_type?.type === 'DEPOSIT')?.account_id ?? '',
    statementId: statements[0]?.id ?? '',
  };
}

/** A hosted page that was opened, and the token that would open another one. */
export async function linkPageOf(merchant: Merchant) {
  const order: LinkTokenRequest = {
    grant_type: 'client_credentials',
    response_type: 'code',
    response_mode: 'query',
    client_id: merchant.credentials.client_id,
    redirect_uri: REDIRECT_URI,
    user_id: 'customer-44',
  };
  const made = async () => (await merchant.generateLinkToken({ body: order })).access_token;
  const opened = await merchant.api.call<{ access_token: string }>({
    method: 'POST',
    path: '/link/hosted/session',
    token: await made(),
    body: {},
  });
  return { token: opened.access_token, linkToken: await made() };
}
