import type { AuthorizationChange, AuthorizationRecord } from '../domain/authorization.js';
import { refundPspReference } from '../issued-references.js';

const CARDHOLDERS = 'cardholders';

/**
 * What a change moves between the cardholders and the merchant: one row with a debit account, a
 * credit account and an amount above zero, so the books always balance. Undefined when no money
 * moves. Money without a payment of the merchant's is booked under the reference.
 */
export function ledgerEntry(
  record: AuthorizationRecord,
  { change, entryId }: { change: AuthorizationChange; entryId: string },
) {
  const amount = change.charge ?? change.refund?.amount;
  if (amount === undefined) return undefined;
  const merchant = `merchant:${record.merchantAccount}`;
  const { refund } = change;
  return {
    entry_id: entryId,
    gateway: record.gateway,
    customer_app_id: record.customerAppId,
    payment_id: record.paymentId ?? record.reference,
    reference: record.reference,
    psp_reference: refund
      ? refundPspReference(record, refund.refundReference)
      : record.pspReference,
    kind: refund ? 'REFUND' : 'CHARGE',
    debit_account: refund ? merchant : CARDHOLDERS,
    credit_account: refund ? CARDHOLDERS : merchant,
    amount,
    currency: record.currency,
    booked_at: change.occurredAt,
  } as const;
}
