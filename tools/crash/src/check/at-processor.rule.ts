import type { Evidence, StripeEntryRow, TransferRow } from '../evidence/evidence.js';
import { balanceOf } from './ledger.rule.js';
import { sumOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

/** Accounts that the transfers of an entry, and those of a payout, go from and to. */
const FEE = ['PROCESSOR_FEE', 'at_processor', 'clearing'] as const;
const PAYOUT = ['PROCESSOR_PAYOUT', 'at_processor', 'settlement'] as const;

/**
 * Money at a processor is what was captured, less what the processor settled. Payments and refunds
 * are judged with the rest of the ledger; here is what the processor lists: the fee of each entry,
 * and its payouts. What is left is its own balance.
 */
export function checkAtProcessor({ books, stripe }: Evidence): Violation[] {
  const findings = new Findings();
  const executed = new Set(
    books.payments.flatMap((row) => (row.status === 'EXECUTED' ? [row.payment_id] : [])),
  );
  // money that no link took is on its way back to the payer: only its fee counts
  const countedOf = ({ payment_id: id, net, fee }: StripeEntryRow) =>
    id === null || executed.has(id) ? net : -fee;
  const wanted = new Map<string, number>();
  for (const { id, fee } of stripe.balance)
    if (fee !== 0) wanted.set(`${FEE.join(' ')} ${id}`, fee);
  for (const [payout, entries] of Map.groupBy(stripe.balance, (row) => row.payout)) {
    const amount = entries.reduce((sum, entry) => sum + countedOf(entry), 0);
    if (payout !== null && amount !== 0) wanted.set(`${PAYOUT.join(' ')} ${payout}`, amount);
  }
  const named = books.transfers.filter((row) => row.processor_reference !== null);
  const booked = Map.groupBy(named, nameOf);
  for (const name of new Set([...wanted.keys(), ...booked.keys()])) {
    const [right, is] = [wanted.get(name) ?? 0, sumOf(booked.get(name) ?? [])];
    const details = `the ledger has ${is}, the processor ${right}`;
    findings.about(name)(is !== right, 'PROCESSOR_TRANSFER_WRONG', details);
  }
  const kept = Map.groupBy(
    books.ledgerAccounts.filter(({ kind }) => kind === 'AT_PROCESSOR'),
    ({ customer_app_id: app, currency }) => `${app} ${currency}`,
  );
  const open = Map.groupBy(
    stripe.balance.filter(({ payout }) => payout === null),
    ({ customer_app_id: app, currency }) => `${app} ${currency}`,
  );
  for (const subject of new Set([...kept.keys(), ...open.keys()])) {
    const ours = (kept.get(subject) ?? []).reduce(
      (sum, account) => sum + balanceOf(books.transfers, account),
      0,
    );
    const theirs = (open.get(subject) ?? []).reduce((sum, entry) => sum + countedOf(entry), 0);
    const details = `the ledger has ${ours} at the processor, which owes ${theirs}`;
    findings.about(subject)(ours !== theirs, 'AT_PROCESSOR_DISAGREES', details);
  }
  return findings.list;
}

/** `PROCESSOR_FEE at_processor clearing txn_1`: kind, both sides, and the processor's own name. */
function nameOf({ kind, debit_account, credit_account, processor_reference }: TransferRow): string {
  const side = (account: string) => account.split(':')[0];
  const name = processor_reference?.split(' ').at(-1);
  return [kind, side(debit_account), side(credit_account), name].join(' ');
}
