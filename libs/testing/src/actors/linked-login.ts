import { eventually } from '@towpath/local-system';
import type { CreateLinkRequest } from '@towpath/sdk';
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
  const key = await merchant.linkKey();
  const body: CreateLinkRequest = {
    institution_id: 'testbank',
    user_id: 'user of a linked login',
    consent: true,
    products_requested: ['ACCOUNTS', 'TRANSACTIONS'],
    store_credentials: true,
    encrypted_credentials: sealFields({ user_id: 'usergood', password: 'datagood' }, key),
  };
  const { login_identity: made } = await merchant.createLink({ body });
  const id = made.login_identity_id;
  const path = { loginIdentityId: id };
  const isComplete = async (): Promise<boolean> => {
    const { login_identity: now } = await merchant.getLoginIdentityById({ path });
    return now.status === 'DATA_RETRIEVAL_COMPLETE';
  };
  await eventually(isComplete, { deadlineMs: COMPLETE_WITHIN_MS, describe: 'all data of a login' });
  const { success } = await merchant.linkStatus({ path });
  if (!success) throw new Error('the login is not linked');
  return { id, token: success.access_token };
}
