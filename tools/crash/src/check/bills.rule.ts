import type { Evidence } from '../evidence/evidence.js';
import type { BillRow } from '../evidence/money-evidence.js';
import { Findings, type Violation } from './violation.js';

/** Bills are those of their source, and paid when their payments come to what is due. */
export function checkBills({ books, bank }: Evidence): Violation[] {
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
    const paid = paidOf(books.payments, bill);
    if (paid >= bill.amount === (bill.status === 'PAID')) continue;
    const details = `is ${bill.status}, and ${paid} of ${bill.amount} are paid`;
    findings.add('BILL_DISAGREES', { subject: `bill ${bill.bill_id}`, details });
  }
  return findings.list;
}

function paidOf(payments: Evidence['books']['payments'], bill: BillRow): number {
  return payments
    .filter((row) => row.customer_app_id === bill.customer_app_id && row.status === 'EXECUTED')
    .filter((row) => row.user_id === bill.user_id && row.currency === bill.currency)
    .filter((row) => row.external_transaction_reference === bill.bill_reference_id)
    .reduce((sum, { amount }) => sum + amount, 0);
}
