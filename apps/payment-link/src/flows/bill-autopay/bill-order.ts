import type { BillSnapshot } from '../../money/bills/domain/bill.js';

/** The payment order of a bill; its reference makes the payment one of the bill. */
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
