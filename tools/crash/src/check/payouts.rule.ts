import type { BankPayoutRow, Evidence, PayoutRow, RefundRow } from '../evidence/evidence.js';
import { isSameMoney, nameOf, textOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

const FINAL = new Set(['EXECUTED', 'FAILED', 'CANCELLED', 'CREATED']);

/**
 * One key makes one payout; what the bank paid is what we call executed, and nothing else is. A
 * scheduled payout pays what a direct debit brought; a refund ends as the payout that sends it.
 */
export function checkPayouts({ books, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const atTheBank = new Map(bank.payouts.map((row) => [row.reference, row]));
  const ours = new Map(books.payouts.map((row) => [row.payout_id, row]));
  for (const [id, payout] of ours) {
    const found = findings.about(`payout ${id}`);
    const difference = differenceOf(payout, atTheBank.get(id));
    found(difference !== null, 'PAYOUT_DISAGREES', difference ?? '');
    const ofFunds = payout.type === 'SCHEDULED' ? fundsOf(payout, books.payments) : null;
    found(ofFunds !== null, 'PAYOUT_UNFUNDED', ofFunds ?? '');
  }
  for (const reference of atTheBank.keys()) {
    const details = 'the bank received an order that nobody gave';
    findings.about(`payout ${reference}`)(!ours.has(reference), 'PAYOUT_DISAGREES', details);
  }
  const named = books.payouts.filter((row) => row.external_transaction_reference !== null);
  const byName = Map.groupBy(named, (row) => nameOf(row, row.external_transaction_reference));
  for (const [subject, { length }] of byName) {
    findings.about(subject)(length > 1, 'REPEAT_MADE_ANOTHER', `one key made ${length} payouts`);
  }
  for (const refund of books.refunds.filter((row) => row.payout_id !== null)) {
    const difference = differenceOfRefund(refund, ours.get(refund.payout_id ?? ''));
    const found = findings.about(`refund ${refund.refund_id}`);
    found(difference !== null, 'REFUND_DISAGREES', difference ?? '');
  }
  return findings.list;
}

function differenceOf(payout: PayoutRow, paid: BankPayoutRow | undefined): string | null {
  const { status } = payout;
  if (!FINAL.has(status)) return `is still ${status}`;
  const state = paid?.state ?? 'nothing';
  if ((status === 'EXECUTED') !== (state === 'EXECUTED')) {
    return `is ${status}, and the bank has it as ${state}`;
  }
  if (!paid) return null;
  const isSame = isSameMoney(paid, payout) && paid.debtor_account === payout.sender_account_id;
  return isSame ? null : `is of ${textOf(payout)}, the bank has ${textOf(paid)}`;
}

/** The funds of a payout are exactly its amount. */
function fundsOf(payout: PayoutRow, payments: Evidence['books']['payments']): string | null {
  const { payout_id: id, status, funding_payment_id: fundedBy } = payout;
  const pulled = payments.filter((row) => row.external_transaction_reference === id);
  const [payment] = pulled;
  if (pulled.length > 1) return `its funds were pulled ${pulled.length} times`;
  if (payment && payment.payment_id !== fundedBy) return `it does not know of its funds`;
  if (status !== 'EXECUTED') return null;
  if (payment?.status !== 'EXECUTED') return `is EXECUTED, its funds are ${payment?.status}`;
  if (payment.surcharge_amount === 0 && isSameMoney(payment, payout)) return null;
  const pulledMoney = `${payment.amount} and ${payment.surcharge_amount} ${payment.currency}`;
  return `is of ${textOf(payout)}, ${pulledMoney} were pulled`;
}

function differenceOfRefund(refund: RefundRow, payout: PayoutRow | undefined): string | null {
  if (!payout) return 'the payout that sends it is not there';
  if (payout.status !== refund.status) return `is ${refund.status}, its payout ${payout.status}`;
  if (isSameMoney(payout, refund)) return null;
  return `is of ${textOf(refund)}, its payout of ${textOf(payout)}`;
}
