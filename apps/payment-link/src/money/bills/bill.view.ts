import { Injectable } from '@nestjs/common';
import type {
  BillExtMetadata,
  BillIntegrationMetadata,
  BillResponse,
} from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import type { Bill, BillSnapshot } from './bill.js';

/** The public form of bills; it reads the users of a whole page at once. */
@Injectable()
export class BillView {
  constructor(private readonly listSenders: ListSenders) {}

  async bodies(tx: AppTx, bills: readonly Bill[]): Promise<BillResponse[]> {
    const snapshots = bills.map(({ snapshot }) => snapshot);
    const people = await this.listSenders.execute(
      tx,
      snapshots.map(({ userId }) => userId),
    );
    return snapshots.map((bill) => ({
      ...ownMembers(bill),
      sender_details: { name: people.get(bill.userId)?.snapshot.personal.name ?? '' },
    }));
  }
}

function ownMembers(bill: BillSnapshot): Omit<BillResponse, 'sender_details'> {
  return {
    bill_id: bill.billId,
    external_bill_id: bill.externalBillId,
    user_id: bill.userId,
    external_user_id: bill.externalUserId,
    customer_app_id: bill.customerAppId,
    integration_id: bill.integrationId,
    bill_date: bill.billDate?.toISOString() ?? null,
    due_date: bill.dueDate?.toISOString() ?? null,
    created_at: bill.createdAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
    status: bill.status,
    details: {
      total_amount_due: bill.amount,
      currency: bill.currency,
      bill_reference_id: bill.referenceId,
      description: bill.description ?? undefined,
    },
    integration_metadata: {
      integration_id: bill.integrationId as BillIntegrationMetadata['integration_id'],
      ext_metadata: (bill.extMetadata as BillExtMetadata | null) ?? undefined,
    },
    is_autopay_eligible: bill.isAutopayEligible,
    metadata: bill.metadata ?? undefined,
  };
}
