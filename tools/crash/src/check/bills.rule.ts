import type { Evidence, PaymentRow, RefundRow } from '../evidence/evidence.js';
import type { BillRow } from '../evidence/money-evidence.js';
import { Findings, type Violation } from './violation.js';

/**
 * Bills are those of their source. A bill is paid if what its payments brought in and left comes to
 * what is due, and no bill is paid that never was: `PAID` stays when money goes back.
 */
export function checkBills({ books, bank, disputes }: Evidence): Violation[] {
  const findings = new Findings();
  const bills = new Map(
    books.bills.map((row) => [`${row.customer_app_id} ${row.external_bill_id}`, row]),
  );
  for (const { customer_app_id: app, bill_number: number, amount } of bank.bills) {
    const bill = bills.get(`${app} ${number}`);
    if (bill?.amount === amount) continue;
    const details = `the source has it with ${amount}, here it is ${bill?.amount ?? 'missing'}`;
    findings.add('BILL_DISAGREES', { subject: `bill ${number}`, details });
  }
  for (const bill of books.bills.filter(({ status }) => status !== 'CANCELLED')) {
    const { broughtIn, kept } = moneyOf(bill, books, disputes);
    const isSound = bill.status === 'PAID' ? broughtIn >= bill.amount : kept < bill.amount;
    if (isSound) continue;
    const details = `is ${bill.status}; of ${bill.amount}, ${broughtIn} came and ${kept} stayed`;
    findings.add('BILL_DISAGREES', { subject: `bill ${bill.bill_id}`, details });
  }
  return findings.list;
}

/** A payment that was ever disputed counts as gone: its money decides elsewhere. */
function moneyOf(
  bill: BillRow,
  { payments, refunds }: Evidence['books'],
  { disputes }: Evidence['disputes'],
): { readonly broughtIn: number; readonly kept: number } {
  const disputed = new Set(disputes.map(({ payment_id: id }) => id));
  const executed = payments
    .filter((row) => row.customer_app_id === bill.customer_app_id && row.status === 'EXECUTED')
    .filter((row) => row.user_id === bill.user_id && row.currency === bill.currency)
    .filter((row) => row.external_transaction_reference === bill.bill_reference_id);
  const kept = executed
    .filter(({ payment_id: id }) => !disputed.has(id))
    .map((payment) => Math.max(0, payment.amount - goneOf(payment, refunds)));
  return { broughtIn: sum(executed.map(({ amount }) => amount)), kept: sum(kept) };
}

function goneOf(payment: PaymentRow, refunds: readonly RefundRow[]): number {
  const gone = refunds
    .filter(({ payment_id: id, kind }) => id === payment.payment_id && kind === 'REQUESTED')
    .filter(({ status }) => status !== 'FAILED')
    .map(({ amount }) => amount);
  return sum(gone) + (payment.amount_returned ?? 0);
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);
