import type { BillId, CustomerAppId, PaymentId, PaymentUserId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  defineTable,
  integer,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { BillState } from './bill.transitions.js';

export const bills = defineTable(
  'bills',
  {
    customerAppId: text<CustomerAppId>(),
    billId: text<BillId>(),
    integrationId: text().fixed(),
    /** The source's ID. */
    externalBillId: text().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    referenceId: text().named('bill_reference_id'),
    status: text<BillState>(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    description: text().orNull(),
    billDate: time().orNull(),
    dueDate: time().orNull(),
    isAutopayEligible: boolean(),
    extMetadata: json().orNull(),
    metadata: json<Readonly<Record<string, string>>>().orNull(),
    /** When to charge without the payer; null if that is done, or not requested. */
    autopayAt: time().orNull(),
    /** The payment that autopay started, or is about to. */
    autopayPaymentId: text<PaymentId>().orNull(),
    /** Returned debits and failed charges for which autopay was already planned again. */
    autopaySetbacks: integer().default(0),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'billId'],
    sequence: 'sequence',
    history: { table: 'bill_state_changes', foreignKey: 'bill_state_changes_bill_fkey' },
    unique: {
      bills_source_key: ['customerAppId', 'integrationId', 'externalBillId'],
      bills_reference_key: ['customerAppId', 'userId', 'currency', 'referenceId'],
    },
    indexes: {
      bills_found_by_newest: ['createdAt', 'billId'],
      bills_found_by_status: ['status', 'createdAt', 'billId'],
      bills_found_by_amount: ['amount', 'currency', 'createdAt'],
      bills_found_by_source: ['externalBillId'],
      bills_found_by_reference: ['referenceId'],
      bills_list: ['customerAppId', 'createdAt', 'billId'],
      bills_autopay_due: { columns: ['autopayAt'], where: 'autopay_at IS NOT NULL' },
      bills_autopay_due_of_app: {
        columns: ['customerAppId', 'autopayAt'],
        where: 'autopay_at IS NOT NULL',
      },
    },
    list: { oneOf: ['status', 'currency'], equal: ['userId', 'externalUserId'] },
  },
);

export type BillSnapshot = RowOf<typeof bills>;
