import type { BillSnapshot } from '../../money/bills/domain/bill.js';

/** What is charged for a bill; its reference makes the payment one of the bill's. */
export function orderOfBill(bill: BillSnapshot) {
  return {
    amount: bill.amount,
    currency: bill.currency,
    description: bill.description,
    externalTransactionReference: bill.referenceId,
    transactionReferenceId: null,
    recurringPaymentMode: null,
    metadata: bill.metadata,
  };
}
