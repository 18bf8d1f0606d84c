import type { Evidence, OutboxRow, PaymentRow, TransferRow } from '../evidence/evidence.js';
import { owedIn } from './ledger.rule.js';
import { inOrder } from './rows.js';
import { Findings, type Violation } from './violation.js';

/** Processors that send notifications of chargebacks; those of a bank are returns of payments. */
const CARD_PROCESSORS = new Set(['GW1', 'GW2', 'GW4']);

/** Our permitted statuses for each status of the processor: a deadline passes only with us. */
const OURS_OF: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['ACTION_REQUIRED', 'UNDEFENDED'],
  CLOSED_TO_DEFENCE: ['UNDEFENDED'],
  UNDER_REVIEW: ['PROCESSING'],
};

/** Where the money of a dispute belongs. */
type Place = 'NOWHERE' | 'HELD' | 'RELEASED' | 'SETTLED';

const PLACE_OF: Readonly<Record<string, Place>> = {
  ACTION_REQUIRED: 'HELD',
  UNDEFENDED: 'HELD',
  PROCESSING: 'HELD',
  WON: 'RELEASED',
  LOST: 'SETTLED',
  ACCEPTED: 'SETTLED',
};

/** Transfers of the amount and of the fee, with what they move from and to. */
const KINDS: Readonly<Partial<Record<Place, readonly [string, string, string, string]>>> = {
  HELD: ['DISPUTE_HOLD', 'DISPUTE_FEE_HOLD', 'settlement', 'disputed'],
  RELEASED: ['DISPUTE_RELEASE', 'DISPUTE_FEE_RELEASE', 'disputed', 'settlement'],
  SETTLED: ['DISPUTE_LOSS', 'DISPUTE_FEE', 'disputed', 'clearing'],
};

/** Disputes are known as the processors have them; their money is held once and moved once. */
export function checkDisputes(evidence: Evidence): Violation[] {
  const findings = new Findings();
  checkKnown(findings, evidence);
  checkReturns(findings, evidence);
  checkMoney(findings, evidence);
  return findings.list;
}

/** Every acknowledged notification has its dispute here, and there are no other disputes. */
function checkKnown(findings: Findings, { disputes: books }: Evidence): void {
  const ours = books.disputes.filter(({ integration_id: name }) => CARD_PROCESSORS.has(name));
  const theirs = new Map(
    books.atProcessors.map((row) => [`dispute ${row.dispute_reference} of ${row.gateway}`, row]),
  );
  for (const dispute of ours) {
    const name = `dispute ${dispute.processor_reference} of ${dispute.integration_id}`;
    const other = theirs.get(name);
    theirs.delete(name);
    const allowed = other ? (OURS_OF[other.state] ?? [other.state]) : [];
    const agrees = allowed.includes(dispute.status) && dispute.position === other?.position;
    const there = other ? `${other.state} (${other.position})` : 'nothing';
    const details = `is ${dispute.status} (${dispute.position}), the processor has ${there}`;
    findings.about(`dispute ${dispute.dispute_id}`)(!agrees, 'DISPUTE_DISAGREES', details);
  }
  for (const [subject, { state }] of theirs) {
    findings.about(subject)(true, 'DISPUTE_DISAGREES', `is ${state} there, and unknown here`);
  }
}

/** A returned direct debit is one lost dispute. */
function checkReturns(findings: Findings, { books, disputes }: Evidence): void {
  const ofBanks = disputes.disputes.filter((row) => !CARD_PROCESSORS.has(row.integration_id));
  const byPayment = Map.groupBy(ofBanks, ({ payment_id: id }) => id);
  for (const { payment_id: id, amount_returned: returned } of books.payments) {
    const statuses = (byPayment.get(id) ?? []).map(({ status }) => status).join();
    const isRight = statuses === (returned === null ? '' : 'LOST');
    const details = `${returned ?? 'nothing'} was returned, its disputes are ${statuses || 'none'}`;
    findings.about(`payment ${id}`)(!isRight, 'DISPUTE_DISAGREES', details);
  }
}

/**
 * Every event of a dispute moves its money to where the status says, and no other does. No payment
 * of the load is disputed and refunded, so no dispute is raised later without an event.
 */
function checkMoney(findings: Findings, { books, outbox }: Evidence): void {
  const payments = new Map(books.payments.map((row) => [row.payment_id, row]));
  const found = Map.groupBy(
    books.transfers.filter(({ dispute_id: id }) => id !== null),
    nameOf,
  );
  const events = outbox.filter(({ event_name: name }) => name.startsWith('dispute.'));
  for (const own of Map.groupBy(events, ({ message_key: key }) => key).values()) {
    for (const wanted of expectedOf(own, payments)) {
      const name = nameOf(wanted);
      const same = found.get(name) ?? [];
      found.delete(name);
      const entries = same.map(textOf).join('; ') || 'nothing';
      const details = `${textOf(wanted)} is right, the ledger has ${entries}`;
      findings.about(name)(entries !== textOf(wanted), 'DISPUTE_MONEY_WRONG', details);
    }
  }
  for (const [subject, rows] of found) {
    const kind = rows[0]?.kind ?? '';
    const details = `${rows.map(textOf).join('; ')}: no event of the dispute says so`;
    findings.add(surplusOf(kind), { subject, details });
  }
}

function surplusOf(kind: string) {
  if (kind.endsWith('HOLD')) return 'DISPUTE_HELD_TWICE';
  return kind.endsWith('RELEASE') ? 'DISPUTE_RELEASED_UNWON' : 'DISPUTE_MONEY_WRONG';
}

type Wanted = Pick<
  TransferRow,
  'kind' | 'debit_account' | 'credit_account' | 'amount' | 'currency'
> &
  Pick<TransferRow, 'dispute_id' | 'dispute_sequence'>;

function expectedOf(
  events: readonly OutboxRow[],
  payments: ReadonlyMap<string, PaymentRow>,
): Wanted[] {
  let at: Place = 'NOWHERE';
  const wanted: Wanted[] = [];
  for (const event of inOrder(events)) {
    const to = PLACE_OF[String(event.payload['status'])] ?? 'NOWHERE';
    if (at !== to && (at === 'NOWHERE' || at === 'RELEASED') && to !== 'HELD') {
      wanted.push(...movesOf(event, 'HELD', payments));
    }
    if (at !== to) wanted.push(...movesOf(event, to, payments));
    at = to;
  }
  return wanted;
}

/** A dispute of money that the bank returned before holds nothing. */
function movesOf(
  { payload, message_key: disputeId, sequence }: OutboxRow,
  to: Place,
  payments: ReadonlyMap<string, PaymentRow>,
): Wanted[] {
  const payment = payments.get(String(payload['payment_id']));
  const [amountKind = '', feeKind = '', ...sides] = KINDS[to] ?? [];
  const [debit, credit] = sides.map((side) => (side === 'settlement' ? owedIn(payment) : side));
  const account = payment?.recipient_account_id ?? 'unknown';
  const paid = (payment?.amount ?? 0) + (payment?.surcharge_amount ?? 0);
  const left = paid - (payment?.amount_returned ?? 0);
  const amounts: readonly [string, number][] = [
    [amountKind, Math.min(Number(payload['amount']), left)],
    [feeKind, payment?.at_processor ? 0 : Number(payload['fee_amount'])],
  ];
  return amounts
    .filter(([, amount]) => amount > 0)
    .map(([kind, amount]) => ({
      kind,
      dispute_id: disputeId,
      dispute_sequence: sequence,
      debit_account: `${debit}:${account}`,
      credit_account: `${credit}:${account}`,
      amount,
      currency: payment?.currency ?? 'unknown',
    }));
}

function nameOf(row: Pick<Wanted, 'kind' | 'dispute_id' | 'dispute_sequence'>): string {
  return `${row.kind} of dispute ${row.dispute_id} at event ${row.dispute_sequence}`;
}

function textOf(row: Wanted): string {
  return `${row.amount} ${row.currency} from ${row.debit_account} to ${row.credit_account}`;
}
