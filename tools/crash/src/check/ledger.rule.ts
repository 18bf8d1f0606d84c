import type { Evidence, TransferRow } from '../evidence/evidence.js';
import { checkBalances } from './balances.rule.js';
import type { Expected } from './expected-transfer.js';
import { expectedOfMoneyOut } from './money-out.js';
import { Findings, type Violation } from './violation.js';

const UNNAMED = new Set(['OPENING_BALANCE', 'UNMATCHED_RECEIPT']);

/** Every movement of money is in the ledger once, between the right accounts, and it adds up. */
export function checkLedger(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { transfers, ledgerAccounts } = evidence.books;
  const expected = new Map(expectedTransfers(evidence).map((one) => [nameOf(one), one]));
  // what disputes move, and what names nothing, have rules of their own
  const booked = transfers.filter(
    ({ kind, dispute_id: disputeId }) => !UNNAMED.has(kind) && disputeId === null,
  );
  const found = Map.groupBy(booked, nameOf);
  for (const [name, { amount, currency }] of expected) {
    if (found.has(name)) continue;
    const details = `${amount} ${currency} are not in the ledger`;
    findings.add('TRANSFER_MISSING', { subject: name, details });
  }
  for (const [name, same] of found)
    checkFound(findings, { name, same, wanted: expected.get(name) });
  const accounts = new Set(
    ledgerAccounts.map((row) => `${row.customer_app_id} ${row.ledger_account} ${row.currency}`),
  );
  for (const transfer of transfers) checkEntry(findings, { transfer, accounts });
  return [...findings.list, ...checkBalances(evidence)];
}

function checkFound(
  findings: Findings,
  compared: {
    readonly name: string;
    readonly same: readonly TransferRow[];
    readonly wanted: Expected | undefined;
  },
): void {
  const { name, same, wanted } = compared;
  if (!wanted || same.length > 1) {
    const details = `is in the ledger ${same.length} times, ${wanted ? 'once' : 'never'} is right`;
    findings.add('TRANSFER_EXTRA', { subject: name, details });
  }
  for (const transfer of wanted ? same : []) {
    const isRight =
      transfer.amount === wanted?.amount &&
      transfer.currency === wanted.currency &&
      transfer.debit_account === `${wanted.debit}:${wanted.account}` &&
      transfer.credit_account === `${wanted.credit}:${wanted.account}`;
    if (isRight) continue;
    findings.add('TRANSFER_WRONG', { subject: name, details: textOf(transfer) });
  }
}

/** Both sides exist in the transfer's own currency, and the amount is a positive integer. */
function checkEntry(
  findings: Findings,
  { transfer, accounts }: { readonly transfer: TransferRow; readonly accounts: Set<string> },
): void {
  const { customer_app_id: app, debit_account, credit_account, amount, currency } = transfer;
  const isSound =
    Number.isSafeInteger(amount) &&
    amount > 0 &&
    debit_account !== credit_account &&
    accounts.has(`${app} ${debit_account} ${currency}`) &&
    accounts.has(`${app} ${credit_account} ${currency}`);
  if (isSound) return;
  const subject = `transfer ${transfer.ledger_transfer_id}`;
  findings.add('TRANSFER_WRONG', { subject, details: textOf(transfer) });
}

function expectedTransfers(evidence: Evidence): Expected[] {
  const { books } = evidence;
  const payments = books.payments.filter(({ status }) => status === 'EXECUTED');
  const accountOf = new Map(
    books.payments.map((row) => [row.payment_id, row.recipient_account_id]),
  );
  const unexpected = books.refunds.filter(({ kind }) => kind !== 'REQUESTED');
  const refunds = unexpected.flatMap((refund) => {
    const account = accountOf.get(refund.payment_id) ?? 'unknown';
    const { payment_id, refund_id, amount, currency } = refund;
    const money = { payment_id, refund_id, amount, currency, account };
    const receipt = {
      ...money,
      kind: 'UNEXPECTED_RECEIPT',
      debit: 'clearing',
      credit: 'unexpected',
    };
    const back = { ...money, kind: 'UNEXPECTED_RETURN', debit: 'unexpected', credit: 'clearing' };
    return refund.status === 'EXECUTED' ? [receipt, back] : [receipt];
  });
  const collected = payments.map((payment) => ({
    kind: 'PAYMENT',
    payment_id: payment.payment_id,
    amount: payment.amount + payment.surcharge_amount,
    currency: payment.currency,
    account: payment.recipient_account_id,
    debit: 'clearing',
    credit: 'settlement',
  }));
  const returned = payments.flatMap(({ payment_id, currency, ...payment }) => {
    const { amount_returned: amount, recipient_account_id: account } = payment;
    if (amount === null) return [];
    const money = { payment_id, amount, currency, account };
    return [{ ...money, kind: 'RETURN', debit: 'settlement', credit: 'clearing' }];
  });
  const out = expectedOfMoneyOut(evidence);
  return [...collected, ...refunds, ...returned, ...out];
}

type Named = Pick<Expected, 'kind' | 'payment_id' | 'refund_id' | 'payout_id'>;

/** A payment may have several refunds: what moves for one of them is named by it. */
function nameOf({ kind, payment_id, refund_id, payout_id }: Named): string {
  if (payout_id) return `${kind} of payout ${payout_id}`;
  return kind.startsWith('REFUND') || kind.startsWith('UNEXPECTED')
    ? `${kind} of refund ${refund_id}`
    : `${kind} of payment ${payment_id}`;
}

function textOf({ amount, currency, debit_account, credit_account }: TransferRow): string {
  return `${amount} ${currency} from ${debit_account} to ${credit_account}`;
}
