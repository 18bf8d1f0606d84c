import type { CollectionChange, CollectionRecord } from './domain/collection.js';
import { BANK } from '../../base/parties/gateways.js';

const DEBTORS = 'debtors';

/**
 * What a change moves between the payers and the merchant: one row with a debit account, a credit
 * account and an amount above zero. Undefined when no money moves.
 */
export function movementEntry(
  record: CollectionRecord,
  { change, entryId }: { change: CollectionChange; entryId: string },
) {
  const { movement } = change;
  if (!movement) return undefined;
  const merchant = `merchant:${record.creditorAccount}`;
  const isCharge = movement.kind === 'CHARGE';
  return {
    entry_id: entryId,
    gateway: BANK,
    customer_app_id: record.customerAppId,
    payment_id: record.paymentId ?? record.reference,
    reference: record.reference,
    psp_reference: movement.transactionReference,
    kind: movement.kind,
    debit_account: isCharge ? DEBTORS : merchant,
    credit_account: isCharge ? merchant : DEBTORS,
    amount: record.amount,
    currency: record.currency,
    booked_at: change.occurredAt,
  } as const;
}
