import { eventually, type SandboxApp } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';

export interface PayoutPlace {
  readonly token: string;
  /** Who receives. */
  readonly userId: string;
  /** Its first settlement account pays. */
  readonly app: Pick<SandboxApp, 'settlement_accounts'>;
}

/** One payout that is confirmed and arrives, another one that is cancelled. */
export async function payOut(
  api: DocumentedApi,
  { token, userId, app }: PayoutPlace,
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
  await api.execute('listPayouts', { token });
  await eventually(async () => {
    const { status } = await api.execute<{ status: string }>('getPayoutById', { token, path });
    return status === 'EXECUTED' || undefined;
  });
}
