import type { Evidence, LedgerAccountRow, TransferRow } from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

type AccountKey = Pick<LedgerAccountRow, 'customer_app_id' | 'ledger_account' | 'currency'>;

/** Sums over the ledger: zero in all, equal to every checkpoint, equal to the gateway's books. */
export function checkBalances({ books, gateway, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const { transfers, ledgerAccounts, checkpoints } = books;
  const balance = (key: AccountKey, before = Infinity): number =>
    balanceOf(
      transfers.filter(({ written_by: xid }) => xid < before),
      key,
    );
  const byCurrency = Map.groupBy(ledgerAccounts, (row) => `${row.customer_app_id} ${row.currency}`);
  for (const [subject, accounts] of byCurrency) {
    const sum = accounts.reduce((total, account) => total + balance(account), 0);
    if (sum === 0) continue;
    findings.add('LEDGER_UNBALANCED', { subject, details: `all accounts together hold ${sum}` });
  }
  for (const checkpoint of checkpoints) {
    const right = balance(checkpoint, checkpoint.covers_before);
    if (checkpoint.balance === right) continue;
    const details = `says ${checkpoint.balance}, the transfers behind it say ${right}`;
    findings.add('CHECKPOINT_WRONG', { subject: checkpoint.ledger_account, details });
  }
  for (const account of ledgerAccounts.filter(({ kind }) => kind === 'CLEARING')) {
    // the gateways' books have no chargebacks
    const owed = -balanceOf(
      transfers.filter(({ dispute_id: disputeId }) => disputeId === null),
      account,
    );
    const taken = gateway.entries
      .filter((entry) => entry.merchant_account === account.payment_account_id)
      .filter(({ currency }) => currency === account.currency)
      .reduce((sum, { kind, amount }) => sum + (kind === 'CHARGE' ? amount : -amount), 0);
    const paidOut = bank.payouts
      .filter((row) => row.debtor_account === account.payment_account_id)
      .filter(({ state, currency }) => state === 'EXECUTED' && currency === account.currency)
      .reduce((sum, { amount }) => sum + amount, 0);
    const kept = taken - paidOut + transferredTo(books, account);
    if (owed === kept) continue;
    const details = `we expect ${owed} ${account.currency} of the gateway, it holds ${kept}`;
    findings.add('BOOKS_DISAGREE', { subject: account.ledger_account, details });
  }
  return findings.list;
}

/** Bank transfers to the account, less what went back of them. */
function transferredTo(
  { incoming, refunds }: Evidence['books'],
  account: Pick<LedgerAccountRow, 'payment_account_id' | 'currency'>,
): number {
  const sent = new Map(refunds.map((row) => [row.refund_id, row.amount]));
  return incoming
    .filter((row) => row.payment_account_id === account.payment_account_id)
    .filter(({ currency }) => currency === account.currency)
    .reduce((sum, { amount, refund_id: id }) => sum + amount - (sent.get(id ?? '') ?? 0), 0);
}

/** Credits less debits. */
function balanceOf(transfers: readonly TransferRow[], key: AccountKey): number {
  return transfers
    .filter((row) => row.customer_app_id === key.customer_app_id && row.currency === key.currency)
    .reduce((sum, { debit_account: debit, credit_account: credit, amount }) => {
      if (credit === key.ledger_account) return sum + amount;
      return debit === key.ledger_account ? sum - amount : sum;
    }, 0);
}
