import type { Evidence } from '../evidence/evidence.js';
import type { BankPayoutRow, PayoutRow } from '../evidence/money-evidence.js';
import { Findings, type Violation } from './violation.js';

const FINAL = new Set(['EXECUTED', 'FAILED', 'CANCELLED', 'CREATED']);

/** One key makes one payout; what the bank paid is what we call executed, and nothing else is. */
export function checkPayouts({ books, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const known = new Map(bank.payouts.map((row) => [row.reference, row]));
  for (const payout of books.payouts) {
    const { payout_id: id } = payout;
    const difference = differenceOf(payout, known.get(id));
    if (difference === null) continue;
    findings.add('PAYOUT_DISAGREES', { subject: `payout ${id}`, details: difference });
  }
  const ours = new Set(books.payouts.map(({ payout_id: id }) => id));
  for (const { reference } of bank.payouts.filter((row) => !ours.has(row.reference))) {
    const details = 'the bank received an order that nobody gave';
    findings.add('PAYOUT_DISAGREES', { subject: `payout ${reference}`, details });
  }
  const named = books.payouts.filter((row) => row.external_transaction_reference !== null);
  const byName = Map.groupBy(
    named,
    (row) => `${row.customer_app_id} ${row.external_transaction_reference}`,
  );
  for (const [subject, rows] of byName) {
    if (rows.length === 1) continue;
    const details = `one key made ${rows.length} payouts`;
    findings.add('REPEAT_MADE_ANOTHER', { subject, details });
  }
  return findings.list;
}

function differenceOf(payout: PayoutRow, paid: BankPayoutRow | undefined): string | null {
  const { status, amount, currency, sender_account_id: account } = payout;
  if (!FINAL.has(status)) return `is still ${status}`;
  const state = paid?.state ?? 'nothing';
  if ((status === 'EXECUTED') !== (state === 'EXECUTED')) {
    return `is ${status}, and the bank has it as ${state}`;
  }
  if (!paid) return null;
  const isSame =
    paid.amount === amount && paid.currency === currency && paid.debtor_account === account;
  return isSame
    ? null
    : `is of ${amount} ${currency}, the bank has ${paid.amount} ${paid.currency}`;
}
