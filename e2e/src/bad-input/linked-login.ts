import type { Jwk } from '@towpath/contracts';
import type {
  AccountsResponse,
  EncryptedPayload,
  LinkStatusResponse,
  LoginIdentityResponse,
  StatementsResponse,
} from '@towpath/contracts/account-data';
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
  const { keys } = await merchant.api.call<{ keys: [Jwk] }>({ method: 'GET', path: '/jwks' });
  const [linkKey] = keys;
  const { login_identity: identity } = await merchant.call<LoginIdentityResponse>({
    method: 'POST',
    path: '/link',
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
  const get = <T>(path: string) => merchant.call<T>({ method: 'GET', path });
  let status = '';
  await eventually(
    async () => {
      const path = `/login_identity/${loginIdentityId}`;
      ({ status } = (await get<LoginIdentityResponse>(path)).login_identity);
      return status === 'DATA_RETRIEVAL_COMPLETE';
    },
    { deadlineMs: 60_000, describe: () => `the data of a login, which is ${status}` },
  );
  const { success } = await get<LinkStatusResponse>(`/link/status/${loginIdentityId}`);
  const token = success?.access_token ?? '';
  const own = <T>(path: string) => merchant.api.call<T>({ method: 'GET', path, token });
  const { accounts } = await own<AccountsResponse>('/accounts');
  const { statements } = await own<StatementsResponse>('/statements');
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
  const order = {
    grant_type: 'client_credentials',
    response_type: 'code',
    response_mode: 'query',
    client_id: merchant.credentials.client_id,
    redirect_uri: REDIRECT_URI,
    user_id: 'customer-44',
  };
  const made = async () => {
    const body = { method: 'POST', path: '/link/token', body: order };
    return (await merchant.call<{ access_token: string }>(body)).access_token;
  };
  const opened = await merchant.api.call<{ access_token: string }>({
    method: 'POST',
    path: '/link/hosted/session',
    token: await made(),
    body: {},
  });
  return { token: opened.access_token, linkToken: await made() };
}
