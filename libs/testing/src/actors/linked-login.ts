import type { Jwk } from '@towpath/contracts';
import type { LinkStatusResponse, LoginIdentityResponse } from '@towpath/contracts/account-data';
import { eventually } from '@towpath/local-system';
import type { Merchant } from './merchant.js';
import { sealFields } from './seal-fields.js';

const COMPLETE_WITHIN_MS = 120_000;

export interface LinkedLogin {
  readonly id: string;
  /** A token of the login. */
  readonly token: string;
}

/** A login at the simulated bank with two years of transactions, once all data is there. */
export async function linkedLogin(merchant: Merchant): Promise<LinkedLogin> {
  const { keys } = await merchant.api.call<{ keys: [Jwk] }>({ method: 'GET', path: '/jwks' });
  const body = {
    institution_id: 'testbank',
    user_id: 'user of a linked login',
    consent: true,
    products_requested: ['ACCOUNTS', 'TRANSACTIONS'],
    store_credentials: true,
    encrypted_credentials: sealFields({ user_id: 'usergood', password: 'datagood' }, keys[0]),
  };
  const { login_identity: made } = await merchant.call<LoginIdentityResponse>({
    method: 'POST',
    path: '/link',
    body,
  });
  const id = made.login_identity_id;
  const get = <T>(path: string): Promise<T> => merchant.call({ method: 'GET', path });
  const isComplete = async (): Promise<boolean> => {
    const { login_identity: now } = await get<LoginIdentityResponse>(`/login_identity/${id}`);
    return now.status === 'DATA_RETRIEVAL_COMPLETE';
  };
  await eventually(isComplete, { deadlineMs: COMPLETE_WITHIN_MS, describe: 'all data of a login' });
  const { success } = await get<LinkStatusResponse>(`/link/status/${id}`);
  if (!success) throw new Error('the login is not linked');
  return { id, token: success.access_token };
}
