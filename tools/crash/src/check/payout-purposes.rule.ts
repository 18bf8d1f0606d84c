import type { Evidence, RefundRow } from '../evidence/evidence.js';
import type { PayoutRow } from '../evidence/money-evidence.js';
import { Findings, type Violation } from './violation.js';

/** A scheduled payout pays what a direct debit brought; a refund ends as the payout that sends it. */
export function checkPayoutPurposes({ books }: Evidence): Violation[] {
  const findings = new Findings();
  for (const payout of books.payouts.filter(({ type }) => type === 'SCHEDULED')) {
    const difference = differenceOfFunds(payout, books.payments);
    if (difference === null) continue;
    const subject = `payout ${payout.payout_id}`;
    findings.add('PAYOUT_UNFUNDED', { subject, details: difference });
  }
  const payouts = new Map(books.payouts.map((row) => [row.payout_id, row]));
  for (const refund of books.refunds) {
    if (refund.payout_id === null) continue;
    const difference = differenceOfRefund(refund, payouts.get(refund.payout_id));
    if (difference === null) continue;
    const subject = `refund ${refund.refund_id}`;
    findings.add('REFUND_DISAGREES', { subject, details: difference });
  }
  return findings.list;
}

/** The funds of a payout are exactly its amount. */
function differenceOfFunds(
  { payout_id: id, status, amount, currency, funding_payment_id: fundedBy }: PayoutRow,
  payments: Evidence['books']['payments'],
): string | null {
  const pulled = payments.filter((row) => row.external_transaction_reference === id);
  const [payment] = pulled;
  if (pulled.length > 1) return `its funds were pulled ${pulled.length} times`;
  if (payment && payment.payment_id !== fundedBy) return `it does not know of its funds`;
  if (status !== 'EXECUTED') return null;
  if (payment?.status !== 'EXECUTED') return `is EXECUTED, its funds are ${payment?.status}`;
  const isAll =
    payment.amount === amount && payment.surcharge_amount === 0 && payment.currency === currency;
  if (isAll) return null;
  const pulledMoney = `${payment.amount} and ${payment.surcharge_amount} ${payment.currency}`;
  return `is of ${amount} ${currency}, ${pulledMoney} were pulled`;
}

function differenceOfRefund(
  { status, amount, currency }: RefundRow,
  payout: PayoutRow | undefined,
): string | null {
  if (!payout) return 'the payout that sends it is not there';
  if (payout.status !== status) return `is ${status}, its payout ${payout.status}`;
  if (payout.amount === amount && payout.currency === currency) return null;
  return `is of ${amount} ${currency}, its payout of ${payout.amount} ${payout.currency}`;
}
