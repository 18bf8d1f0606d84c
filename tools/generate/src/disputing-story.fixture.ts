import { eventually } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';
import { receiptForm } from './signed-call-backs.fixture.js';

interface Dispute {
  readonly dispute_id: string;
}

interface DisputedPayment {
  readonly token: string;
  /** One by card that was executed. */
  readonly paymentId: string;
}

/** A card holder contests a payment twice; the merchant defends one dispute and accepts the other. */
export async function disputesPayment(
  api: DocumentedApi,
  { token, paymentId }: DisputedPayment,
): Promise<void> {
  const instead = { payment_id: paymentId };
  await api.execute('createTestDispute', { token, instead });
  const dispute = await eventually(async () => {
    const listed = await api.execute<{ disputes: Dispute[] }>('listDisputes', { token });
    return listed.disputes[0];
  });
  const path = { disputeId: dispute.dispute_id };
  await api.execute('getDispute', { token, path });
  await api.execute('getDisputeHistory', { token, path });
  await api.execute('addDisputeEvidence', { token, path, raw: receiptForm });
  await api.execute('submitDispute', { token, path });
  await api.execute('createTestDisputeEvent', { token, path });
  const other = await api.execute<Dispute>('createTestDispute', { token, instead });
  await api.execute('acceptDispute', { token, path: { disputeId: other.dispute_id } });
}
