import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { PaymentAccountResponse, PaymentUserResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { call, type Shop } from './open-shop.js';

/** Limits that are read and never reached. */
const LIMITS = {
  max_transaction_amount: 1_000_000,
  period: 'MONTHLY',
  max_period_amount: 1_000_000_000,
  max_period_count: 1_000_000,
} as const;
const ACCEPTED_WITHIN_MS = 60_000;

let payers = 0;

/** A mandate that its bank has accepted, of a payer who agreed to charges without them. */
export async function liveMandate({ merchant, accountId }: Shop): Promise<CreatedMandateResponse> {
  payers += 1;
  const number = `012-345-${String(payers).padStart(6, '0')}833`;
  const post = <T>(path: string, body: object): Promise<T> =>
    call(merchant, { method: 'POST', path, body, headers: { 'idempotency-key': number } });
  const { user_id } = await post<PaymentUserResponse>('/payment_users', {
    external_user_id: `payer ${payers}`,
    name: 'CHAN TAI MAN',
  });
  await post(`/payment_users/${user_id}`, { autopay_consent: true });
  const account = await post<PaymentAccountResponse>('/payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'CHAN TAI MAN',
    institution_id: 'testbank',
    user_id,
    account_number: { type: 'LOCAL', number },
  });
  const mandate = await post<CreatedMandateResponse>('/mandates/sender_account', {
    recipient_account: { account_id: accountId },
    sender_account: { account_id: account.account_id },
    mandate_details: { currency: 'HKD', transaction_limits: LIMITS },
  });
  const path = { mandateId: mandate.mandate_id };
  await merchant.authorizeMandate({ path, body: { enduser_consent: true } });
  const isAccepted = async (): Promise<boolean> =>
    (await merchant.getMandate({ path })).status === 'SUCCEEDED';
  await eventually(isAccepted, { deadlineMs: ACCEPTED_WITHIN_MS, describe: 'a live mandate' });
  return mandate;
}
