import type { SettledEntry } from '../../base/ledger/list-settled.query.js';
import type { BankPayoutRecord, BankPayoutState } from '../../debits/payouts/bank-payout.table.js';

const PAYOUT_STATUS = {
  EXECUTED: 'ACSC',
  REJECTED: 'RJCT',
} as const satisfies Record<BankPayoutState, string>;

export function payoutView(record: BankPayoutRecord) {
  return {
    payout_reference: record.reference,
    debtor: { account: record.debtorAccount },
    instructed: { minor: record.amount, currency: record.currency },
    creditor: { name: record.creditorName, account_last4: record.last4 },
    status: PAYOUT_STATUS[record.state],
    reason: record.reason,
    order_reference: record.orderReference,
    transaction_reference: record.transactionReference,
    executed_at: record.state === 'EXECUTED' ? record.createdAt : null,
  };
}

export function payoutLine(entry: SettledEntry) {
  return {
    entry: entry.entry_id,
    booking: 'DBIT',
    payout_reference: entry.reference,
    transaction_reference: entry.psp_reference,
    booked: { minor: entry.amount, currency: entry.currency },
    booked_at: entry.settled_at,
  };
}
