import type { MandateResponse } from '@towpath/contracts';
import { eventually, type Merchant } from '@towpath/testing';

/** A mandate on a known account that may be charged from now on; its ID. */
export async function chargeableMandateOf(
  merchant: Merchant,
  { accountId, senderAccountId }: { readonly accountId: string; readonly senderAccountId: string },
): Promise<string> {
  const { mandate_id: mandateId } = await merchant.call<MandateResponse>({
    method: 'POST',
    path: '/mandates/sender_account',
    headers: { 'idempotency-key': `chargeable ${senderAccountId}` },
    body: {
      recipient_account: { account_id: accountId },
      sender_account: { account_id: senderAccountId },
      mandate_details: { currency: 'HKD' },
    },
  });
  await merchant.call({ method: 'POST', path: `/mandates/${mandateId}/authorize` });
  const path = `/testing/mandates/${mandateId}/status`;
  await merchant.call({ method: 'POST', path, body: { status: 'SUCCEEDED' } });
  await eventually(async () => {
    const { status } = await merchant.call<MandateResponse>({
      method: 'GET',
      path: `/mandates/${mandateId}`,
    });
    return status === 'SUCCEEDED';
  });
  return mandateId;
}
