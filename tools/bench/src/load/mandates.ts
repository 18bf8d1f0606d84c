import type { CreatedMandateResponse, MandateResponse } from '@towpath/contracts/mandate';
import type { PaymentAccountResponse, PaymentUserResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import type { Stage } from '../run/stage.js';
import type { Shop } from './shop.js';

/** Limits that are looked at and never reached. */
const LIMITS = {
  max_transaction_amount: 1_000_000,
  period: 'MONTHLY',
  max_period_amount: 1_000_000_000,
  max_period_count: 1_000_000,
} as const;
const ACCEPTED_WITHIN_MS = 60_000;

let payers = 0;

/** A mandate that its bank has accepted, of a payer who agreed to charges without them. */
export async function liveMandate(stage: Stage, shop: Shop): Promise<CreatedMandateResponse> {
  payers += 1;
  const name = `mandate ${process.pid}-${payers}`;
  const post = <T>(path: string, body: object): Promise<T> =>
    stage.http.send({ method: 'POST', path, token: shop.token, body, idempotencyKey: name });
  const { user_id } = await post<PaymentUserResponse>('/payment_users', {
    external_user_id: `payer of ${name}`,
    name: 'CHAN TAI MAN',
  });
  await post(`/payment_users/${user_id}`, { autopay_consent: true });
  const account = await post<PaymentAccountResponse>('/payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'CHAN TAI MAN',
    institution_id: 'testbank',
    user_id,
    account_number: { type: 'LOCAL', number: `012-345-${String(payers).padStart(6, '0')}833` },
  });
  const mandate = await post<CreatedMandateResponse>('/mandates/sender_account', {
    recipient_account: { account_id: shop.accountId },
    sender_account: { account_id: account.account_id },
    mandate_details: { currency: 'HKD', transaction_limits: LIMITS },
  });
  await post(`/mandates/${mandate.mandate_id}/authorize`, { enduser_consent: true });
  await accepted(stage, shop, mandate);
  return mandate;
}

async function accepted(
  { http }: Stage,
  { token }: Shop,
  { mandate_id: id }: CreatedMandateResponse,
): Promise<void> {
  let last = '';
  await eventually(
    async () => {
      const path = `/mandates/${id}`;
      last = (await http.send<MandateResponse>({ method: 'GET', path, token })).status;
      return last === 'SUCCEEDED';
    },
    { deadlineMs: ACCEPTED_WITHIN_MS, describe: () => `the mandate is ${last}` },
  );
}
