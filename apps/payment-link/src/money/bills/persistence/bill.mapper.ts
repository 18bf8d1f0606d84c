import type { BillId, CustomerAppId, PaymentId, PaymentUserId } from '@towpath/kernel';
import { dateFromJson, dateFromJsonOrNull, type JsonRow, type Row } from '@towpath/persistence';
import { Bill, type BillSnapshot } from '../bill.js';
import type { BillEntity } from './bill.entity.js';

export type BillRow = JsonRow<BillEntity>;

export function billFromRow(row: BillRow): Bill {
  return Bill.restore({
    billId: row.bill_id as BillId,
    customerAppId: row.customer_app_id as CustomerAppId,
    integrationId: row.integration_id,
    externalBillId: row.external_bill_id,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    referenceId: row.bill_reference_id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    billDate: dateFromJsonOrNull(row.bill_date),
    dueDate: dateFromJsonOrNull(row.due_date),
    isAutopayEligible: row.is_autopay_eligible,
    extMetadata: row.ext_metadata,
    metadata: row.metadata,
    autopayAt: dateFromJsonOrNull(row.autopay_at),
    autopayPaymentId: row.autopay_payment_id as PaymentId | null,
    autopaySetbacks: row.autopay_setbacks,
    sequence: row.sequence,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

export function billKey(bill: BillSnapshot): Row {
  return { customer_app_id: bill.customerAppId, bill_id: bill.billId };
}

export function fixedColumns(bill: BillSnapshot): Row {
  return {
    integration_id: bill.integrationId,
    external_bill_id: bill.externalBillId,
    user_id: bill.userId,
    external_user_id: bill.externalUserId,
    created_at: bill.createdAt,
  };
}

export function changingColumns(bill: BillSnapshot): Row {
  return {
    bill_reference_id: bill.referenceId,
    status: bill.status,
    amount: bill.amount,
    currency: bill.currency,
    description: bill.description,
    bill_date: bill.billDate,
    due_date: bill.dueDate,
    is_autopay_eligible: bill.isAutopayEligible,
    ext_metadata: bill.extMetadata,
    metadata: bill.metadata,
    autopay_at: bill.autopayAt,
    autopay_payment_id: bill.autopayPaymentId,
    autopay_setbacks: bill.autopaySetbacks,
    sequence: bill.sequence,
    updated_at: bill.updatedAt,
  };
}
