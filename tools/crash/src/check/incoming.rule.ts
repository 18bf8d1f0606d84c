import type {
  BankTransferRow,
  Evidence,
  IncomingTransferRow,
  PaymentRow,
  RefundRow,
} from '../evidence/evidence.js';
import { textOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

const PAYS = new Set(['PAID', 'OVERPAID']);

/**
 * Money that arrived at the bank pays a link or is returned, to the cent; unmatched money is kept.
 */
export function checkIncoming({ books, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const payments = new Map(books.payments.map((row) => [row.payment_id, row]));
  const refunds = new Map(books.refunds.map((row) => [row.refund_id, row]));
  for (const transfer of books.incoming) {
    const difference = differenceOf(transfer, {
      payment: payments.get(transfer.payment_id ?? ''),
      refund: refunds.get(transfer.refund_id ?? ''),
    });
    const found = findings.about(`transfer ${transfer.incoming_transfer_id}`);
    found(difference !== null, 'INCOMING_WRONG', `is ${transfer.outcome}, ${difference}`);
  }
  checkNames(findings, books);
  checkKept(findings, books);
  checkArrived(findings, books.incoming, bank.transfers);
  return findings.list;
}

/** Each transfer at the bank is one of ours, and vice versa. */
function checkArrived(
  findings: Findings,
  incoming: readonly IncomingTransferRow[],
  arrived: readonly BankTransferRow[],
): void {
  const ours = new Map(
    incoming.map((row): [string, string] => [`IN${row.incoming_transfer_id}`, textOf(row)]),
  );
  const theirs = new Map(arrived.map((row): [string, string] => [row.reference, textOf(row)]));
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const [our, their] = [ours.get(name), theirs.get(name)];
    const details = `the bank has it with ${their}, we have ${our}`;
    findings.about(`transfer ${name}`)(our !== their, 'INCOMING_DISAGREES', details);
  }
}

function differenceOf(
  { outcome, amount, currency, payment_id: paymentId, ...row }: IncomingTransferRow,
  {
    payment,
    refund,
  }: { readonly payment: PaymentRow | undefined; readonly refund: RefundRow | undefined },
): string | null {
  // An operator may send unmatched money back, which pays nothing either.
  const isOfNobody = outcome === 'UNMATCHED' || (outcome === 'RETURNED' && paymentId === null);
  if (isOfNobody) return payment || refund ? 'and moved something' : null;
  if (payment?.type !== 'MANUAL') return 'and names no payment by transfer';
  const due = PAYS.has(outcome) ? payment.amount + payment.surcharge_amount : 0;
  if (due > 0 && (payment.status !== 'EXECUTED' || payment.currency !== currency)) {
    return `and its payment is ${payment.status} in ${payment.currency}`;
  }
  if (due > 0 && payment.recipient_account_id !== row.payment_account_id)
    return 'on another account';
  const back = refund?.status === 'EXECUTED' ? refund.amount : 0;
  return due + back === amount ? null : `of ${amount}, ${due} are kept and ${back} went back`;
}

/** One transfer pays a payment, never two together; every returned amount belongs to one. */
function checkNames(findings: Findings, { payments, refunds, incoming }: Evidence['books']): void {
  const paying = Map.groupBy(
    incoming.filter(({ outcome }) => PAYS.has(outcome)),
    ({ payment_id: id }) => id,
  );
  for (const { payment_id: id, status } of payments.filter(({ type }) => type === 'MANUAL')) {
    const count = paying.get(id)?.length ?? 0;
    const isRight = count === (status === 'EXECUTED' ? 1 : 0);
    const details = `is ${status}, and ${count} transfers pay it`;
    findings.about(`payment ${id}`)(!isRight, 'INCOMING_DISAGREES', details);
  }
  const named = Map.groupBy(incoming, ({ refund_id: id }) => id);
  for (const { refund_id: id, amount, kind } of refunds) {
    const count = named.get(id)?.length ?? 0;
    const isWrong = kind === 'UNEXPECTED_TRANSFER' && count !== 1;
    const details = `${amount} went back for ${count} transfers`;
    findings.about(`refund ${id}`)(isWrong, 'INCOMING_DISAGREES', details);
  }
}

/** Money that is kept for an operator is in its ledger account. */
function checkKept(findings: Findings, { incoming, transfers }: Evidence['books']): void {
  const accountOf = (row: { customer_app_id: string; currency: string }, account: string) =>
    `${row.customer_app_id} ${account} ${row.currency}`;
  const kept = Map.groupBy(
    incoming.filter(({ outcome }) => outcome === 'UNMATCHED'),
    (row) => accountOf(row, `unmatched:${row.payment_account_id}`),
  );
  const booked = Map.groupBy(
    transfers.filter(({ kind }) => kind === 'UNMATCHED_RECEIPT'),
    (row) => accountOf(row, row.credit_account),
  );
  const left = Map.groupBy(
    transfers.filter(({ kind }) => kind === 'UNMATCHED_RELEASE' || kind === 'UNMATCHED_RETURN'),
    (row) => accountOf(row, row.debit_account),
  );
  for (const subject of new Set([...kept.keys(), ...booked.keys(), ...left.keys()])) {
    // An operator may have found the owner of what arrived.
    const ours = amountsOf([...(kept.get(subject) ?? []), ...(left.get(subject) ?? [])]);
    const theirs = amountsOf(booked.get(subject) ?? []);
    const details = `${ours || 'nothing'} arrived, ${theirs || 'nothing'} is booked`;
    findings.about(subject)(ours !== theirs, 'INCOMING_DISAGREES', details);
  }
}

function amountsOf(rows: readonly { readonly amount: number }[]): string {
  return rows
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b)
    .join(', ');
}
