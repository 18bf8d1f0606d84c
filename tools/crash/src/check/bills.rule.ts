import type { BillRow, Evidence, PaymentRow, RefundRow } from '../evidence/evidence.js';
import { nameOf, sumOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

/**
 * Bills are those of their source. A bill is paid if what its payments brought in and left comes to
 * what is due, and no bill is paid that never was: `PAID` stays when money goes back.
 */
export function checkBills({ books, bank, disputes }: Evidence): Violation[] {
  const findings = new Findings();
  const bills = new Map(books.bills.map((row) => [nameOf(row, row.external_bill_id), row]));
  for (const source of bank.bills) {
    const { bill_number: number, amount } = source;
    const ours = bills.get(nameOf(source, number))?.amount;
    const details = `the source has it with ${amount}, here it is ${ours ?? 'missing'}`;
    findings.about(`bill ${number}`)(ours !== amount, 'BILL_DISAGREES', details);
  }
  for (const bill of books.bills.filter(({ status }) => status !== 'CANCELLED')) {
    const { broughtIn, kept } = moneyOf(bill, books, disputes);
    const isSound = bill.status === 'PAID' ? broughtIn >= bill.amount : kept < bill.amount;
    const details = `is ${bill.status}; of ${bill.amount}, ${broughtIn} came and ${kept} stayed`;
    findings.about(`bill ${bill.bill_id}`)(!isSound, 'BILL_DISAGREES', details);
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
    .map((payment) => ({ amount: Math.max(0, payment.amount - goneOf(payment, refunds)) }));
  return { broughtIn: sumOf(executed), kept: sumOf(kept) };
}

function goneOf(payment: PaymentRow, refunds: readonly RefundRow[]): number {
  const gone = refunds
    .filter(({ payment_id: id, kind }) => id === payment.payment_id && kind === 'REQUESTED')
    .filter(({ status }) => status !== 'FAILED');
  return sumOf(gone) + (payment.amount_returned ?? 0);
}
