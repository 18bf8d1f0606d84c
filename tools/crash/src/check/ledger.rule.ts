import type { Evidence, LedgerAccountRow, PaymentRow, TransferRow } from '../evidence/evidence.js';
import { textOf, netOf, sumOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

type AccountKey = Pick<LedgerAccountRow, 'customer_app_id' | 'ledger_account' | 'currency'>;

/** A movement of money that must be in the ledger exactly once. */
interface Expected extends Pick<TransferRow, 'kind' | 'payment_id' | 'amount' | 'currency'> {
  readonly refund_id?: string | null;
  readonly payout_id?: string | null;
  /** Kinds of the ledger accounts. */
  readonly debit: string;
  readonly credit: string;
  readonly account: string;
}

const UNNAMED = new Set([
  'OPENING_BALANCE',
  'UNMATCHED_RECEIPT',
  'UNMATCHED_RELEASE',
  'UNMATCHED_RETURN',
]);

/** Every movement of money is in the ledger once, between the right accounts, and it adds up. */
export function checkLedger(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { transfers, ledgerAccounts } = evidence.books;
  const expected = new Map(expectedTransfers(evidence).map((one) => [nameOf(one), one]));
  // what disputes move, what card processors list, and what names nothing, have rules of their own
  const booked = transfers.filter(
    ({ kind, dispute_id: disputeId, processor_reference: entry }) =>
      !UNNAMED.has(kind) && disputeId === null && entry === null,
  );
  const bookedByName = Map.groupBy(booked, nameOf);
  for (const [name, wanted] of expected) {
    const details = `${textOf(wanted)} are not in the ledger`;
    findings.about(name)(!bookedByName.has(name), 'TRANSFER_MISSING', details);
  }
  for (const [name, same] of bookedByName) {
    const found = findings.about(name);
    const wanted = expected.get(name);
    const right = wanted ? 'once' : 'never';
    const details = `is in the ledger ${same.length} times, ${right} is right`;
    found(!wanted || same.length > 1, 'TRANSFER_EXTRA', details);
    for (const transfer of wanted ? same : []) {
      found(movementOf(transfer) !== wantedOf(wanted), 'TRANSFER_WRONG', movementOf(transfer));
    }
  }
  const accounts = new Set(
    ledgerAccounts.map((row) => `${row.customer_app_id} ${row.ledger_account} ${row.currency}`),
  );
  for (const transfer of transfers) {
    const found = findings.about(`transfer ${transfer.ledger_transfer_id}`);
    found(!isSound(transfer, accounts), 'TRANSFER_WRONG', movementOf(transfer));
  }
  return [...findings.list, ...checkBalances(evidence)];
}

/** Both sides exist in the transfer's own currency, and the amount is a positive integer. */
function isSound(transfer: TransferRow, accounts: ReadonlySet<string>): boolean {
  const { customer_app_id: app, debit_account, credit_account, amount, currency } = transfer;
  return (
    Number.isSafeInteger(amount) &&
    amount > 0 &&
    debit_account !== credit_account &&
    accounts.has(`${app} ${debit_account} ${currency}`) &&
    accounts.has(`${app} ${credit_account} ${currency}`)
  );
}

function expectedTransfers({ books }: Evidence): Expected[] {
  return [...ofPayments(books), ...ofRefunds(books), ...ofPayouts(books)];
}

function ofPayments({ payments }: Evidence['books']): Expected[] {
  const executed = payments.filter(({ status }) => status === 'EXECUTED');
  return executed.flatMap((payment) => {
    const { payment_id, currency, amount_returned: returned, recipient_account_id } = payment;
    const named = { payment_id, currency, account: recipient_account_id };
    const amount = payment.amount + payment.surcharge_amount;
    const owed = owedIn(payment);
    const paid = { ...named, amount, kind: 'PAYMENT', debit: 'clearing', credit: owed };
    if (returned === null) return [paid];
    const back = { kind: 'RETURN', debit: owed, credit: 'clearing' };
    return [paid, { ...named, ...back, amount: returned }];
  });
}

/** Money that a card processor keeps is not on the settlement account. */
export function owedIn(payment: Pick<PaymentRow, 'at_processor'> | undefined): string {
  return payment?.at_processor ? 'at_processor' : 'settlement';
}

/** A refund by payout is held and paid as that payout. */
function ofRefunds({ payments, refunds }: Evidence['books']): Expected[] {
  const byId = new Map(payments.map((row) => [row.payment_id, row]));
  const own = refunds.filter(({ payout_id, kind }) => payout_id === null || kind !== 'REQUESTED');
  return own.flatMap(({ payment_id, refund_id, amount, currency, status, kind }) => {
    const payment = byId.get(payment_id);
    const account = payment?.recipient_account_id ?? 'unknown';
    const owed = owedIn(payment);
    const move = (...[name, debit, credit]: readonly [string, string, string]) => ({
      payment_id,
      refund_id,
      amount,
      currency,
      account,
      kind: name,
      debit,
      credit,
    });
    const isExecuted = status === 'EXECUTED';
    if (kind !== 'REQUESTED') {
      const receipt = move('UNEXPECTED_RECEIPT', 'clearing', 'unexpected');
      return isExecuted
        ? [receipt, move('UNEXPECTED_RETURN', 'unexpected', 'clearing')]
        : [receipt];
    }
    const held = move('REFUND_HOLD', owed, 'unexpected');
    if (status === 'SUBMITTED') return [held];
    const sent = move('REFUND', 'unexpected', 'clearing');
    if (isExecuted) return [held, sent];
    return status === 'REVERSED'
      ? [held, sent, move('REFUND_REVERSAL', 'clearing', owed)]
      : [held, move('REFUND_RELEASE', 'unexpected', owed)];
  });
}

/** Held when it was started or confirmed, or when the funds of a scheduled one had arrived. */
function ofPayouts({ payouts, changes }: Evidence['books']): Expected[] {
  const byPayout = Map.groupBy(
    changes.filter(({ history }) => history === 'payout'),
    ({ id }) => id,
  );
  return payouts.flatMap(({ payout_id, type, amount, currency, ...payout }) => {
    const own = (byPayout.get(payout_id) ?? []).map(({ to_status: to }) => to);
    const account = payout.sender_account_id;
    const money = { payment_id: null, payout_id, amount, currency, account };
    if (!own.includes(type === 'SCHEDULED' ? 'FUNDED' : 'PROCESSING')) return [];
    const held = { ...money, kind: 'PAYOUT_HOLD', debit: 'settlement', credit: 'payout' };
    const release = { ...money, kind: 'PAYOUT_RELEASE', debit: 'payout', credit: 'settlement' };
    const failed = own.includes('FAILED');
    const released = failed ? [release] : [];
    if (payout.status !== 'EXECUTED') return [held, ...released];
    const paid = failed
      ? { ...money, kind: 'PAYOUT_CORRECTION', debit: 'settlement', credit: 'clearing' }
      : { ...money, kind: 'PAYOUT', debit: 'payout', credit: 'clearing' };
    return [held, ...released, paid];
  });
}

type Named = Pick<Expected, 'kind' | 'payment_id' | 'refund_id' | 'payout_id'>;

/** A payment may have several refunds: what moves for one of them is named by it. */
function nameOf({ kind, payment_id, refund_id, payout_id }: Named): string {
  if (payout_id) return `${kind} of payout ${payout_id}`;
  return kind.startsWith('REFUND') || kind.startsWith('UNEXPECTED')
    ? `${kind} of refund ${refund_id}`
    : `${kind} of payment ${payment_id}`;
}

function movementOf(transfer: TransferRow): string {
  return `${textOf(transfer)} from ${transfer.debit_account} to ${transfer.credit_account}`;
}

function wantedOf(wanted: Expected | undefined): string {
  if (!wanted) return '';
  const { debit, credit, account } = wanted;
  return `${textOf(wanted)} from ${debit}:${account} to ${credit}:${account}`;
}

/** Sums over the ledger: zero in all, equal to every checkpoint, equal to the gateway's books. */
function checkBalances({ books, gateway, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const { transfers, ledgerAccounts, checkpoints, incoming, refunds, payments } = books;
  const recipients = new Map(payments.map((row) => [row.payment_id, row.recipient_account_id]));
  const byCurrency = Map.groupBy(ledgerAccounts, (row) => `${row.customer_app_id} ${row.currency}`);
  for (const [subject, accounts] of byCurrency) {
    const sum = accounts.reduce((total, account) => total + balanceOf(transfers, account), 0);
    findings.about(subject)(sum !== 0, 'LEDGER_UNBALANCED', `all accounts together hold ${sum}`);
  }
  for (const checkpoint of checkpoints) {
    const { ledger_account: subject, covers_before: end, balance } = checkpoint;
    const right = balanceOf(
      transfers.filter(({ written_by: xid }) => xid < end),
      checkpoint,
    );
    const details = `says ${balance}, the transfers behind it say ${right}`;
    findings.about(subject)(balance !== right, 'CHECKPOINT_WRONG', details);
  }
  // the gateways' books have no chargebacks, and fees of processors are not what they collected
  const undisputed = transfers.filter(
    ({ dispute_id: disputeId, processor_reference: entry }) => disputeId === null && entry === null,
  );
  const amounts = new Map(refunds.map((row) => [row.refund_id, row.amount]));
  for (const account of ledgerAccounts.filter(({ kind }) => kind === 'CLEARING')) {
    const { payment_account_id: owner, currency } = account;
    const owed = -balanceOf(undisputed, account);
    const inCurrency = (row: { readonly currency: string }) => row.currency === currency;
    // Stripe knows our payments, and not our accounts
    const taken = gateway.entries.filter(
      (row) => (row.merchant_account || recipients.get(row.payment_id)) === owner,
    );
    const ordered = bank.payouts.filter((row) => row.debtor_account === owner);
    const paidOut = ordered.filter(({ state }) => state === 'EXECUTED');
    const arrived = incoming.filter((row) => row.payment_account_id === owner).filter(inCurrency);
    // What an operator sent back, because it is of nobody, names no refund.
    const received = arrived.filter(
      ({ outcome, payment_id: id }) => outcome !== 'RETURNED' || id !== null,
    );
    const sentBack = received.map(({ refund_id: id }) => ({ amount: amounts.get(id ?? '') ?? 0 }));
    const kept =
      netOf(taken.filter(inCurrency)) -
      sumOf(paidOut.filter(inCurrency)) +
      sumOf(received) -
      sumOf(sentBack);
    const details = `we expect ${owed} ${currency} of the gateway, it holds ${kept}`;
    findings.about(account.ledger_account)(owed !== kept, 'BOOKS_DISAGREE', details);
  }
  return findings.list;
}

/** Credits less debits. */
export function balanceOf(transfers: readonly TransferRow[], key: AccountKey): number {
  return transfers
    .filter((row) => row.customer_app_id === key.customer_app_id && row.currency === key.currency)
    .reduce((sum, { debit_account: debit, credit_account: credit, amount }) => {
      if (credit === key.ledger_account) return sum + amount;
      return debit === key.ledger_account ? sum - amount : sum;
    }, 0);
}
