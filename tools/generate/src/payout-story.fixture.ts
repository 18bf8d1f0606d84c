import type { SandboxApp } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';

export interface PayoutPlace {
  readonly token: string;
  /** Who receives. */
  readonly userId: string;
  /** Its funds are paid out on a later day. */
  readonly mandateId: string;
  /** Its first settlement account pays. */
  readonly app: Pick<SandboxApp, 'settlement_accounts'>;
}

/** One payout that is confirmed and arrives, one that is cancelled, one of a later day. */
export async function payOut(
  api: DocumentedApi,
  { token, userId, app, mandateId }: PayoutPlace,
): Promise<void> {
  const recipient = await api.execute<{ account_id: string }>('createPaymentAccount', {
    token,
    instead: { user_id: userId },
  });
  const create = async (key: string) => {
    const payout = await api.execute<{ payout_id: string }>('createPayout', {
      token,
      headers: { 'idempotency-key': key },
      instead: {
        'sender_account.account_id': app.settlement_accounts[0]?.account_id ?? '',
        'recipient_account.account_id': recipient.account_id,
      },
    });
    return { payoutId: payout.payout_id };
  };
  const path = await create('payout-1');
  await api.execute('confirmPayout', { token, path });
  await api.execute('cancelPayout', { token, path: await create('payout-2') });
  const later = await eventually(async () => {
    const mandate = await api.execute<{ status: string }>('getMandate', {
      token,
      path: { mandateId },
    });
    if (mandate.status !== 'SUCCEEDED') return undefined;
    return api.execute<{ status: string }>('createScheduledPayout', {
      token,
      headers: { 'idempotency-key': 'payout-3' },
      instead: {
        'recipient_account.account_id': recipient.account_id,
        'payment_details.mandate_id': mandateId,
      },
    });
  });
  if (later.status !== 'CREATED') throw new Error(`a scheduled payout is ${later.status}`);
  await api.execute('listPayouts', { token });
  await eventually(async () => {
    const { status } = await api.execute<{ status: string }>('getPayoutById', { token, path });
    return status === 'EXECUTED' || undefined;
  });
}
