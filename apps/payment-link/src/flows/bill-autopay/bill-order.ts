import type { BillSnapshot } from '../../money/bills/bill.table.js';

/**
 * The payment order of a bill; its reference makes the payment one of the bill.
 *
 * @param amount what its payments leave to be paid, minor units
 */
export function orderOfBill(bill: BillSnapshot, amount: number) {
  return {
    amount,
    currency: bill.currency,
    description: bill.description,
    externalTransactionReference: bill.referenceId,
    transactionReferenceId: null,
    recurringPaymentMode: null,
    metadata: bill.metadata,
  };
}
