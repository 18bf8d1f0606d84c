import type {
  BankCollectionRow,
  DirectDebitRow,
  Evidence,
  OutboxRow,
  PaymentRow,
} from '../evidence/evidence.js';
import { CHARGE_UPDATED } from './moves.js';
import { inOrder, isSameMoney, textOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

/** What each state of a charge of ours means elsewhere. */
interface Agreement {
  /** Permitted statuses at the bank. */
  readonly bank: readonly string[];
  readonly payment: string;
  /** The last reported status; null for none. */
  readonly reported: string | null;
}

const AGREEMENTS: Readonly<Record<string, Agreement>> = {
  RESERVED: { bank: ['UNKNOWN'], payment: 'PROCESSING', reported: null },
  SUBMITTED: { bank: ['PENDING'], payment: 'SUBMITTED', reported: 'PENDING' },
  EXECUTED: { bank: ['PAID'], payment: 'EXECUTED', reported: 'EXECUTED' },
  FAILED: { bank: ['REJECTED', 'UNKNOWN'], payment: 'FAILED', reported: 'FAILED' },
  REVOKED: { bank: ['REVOKED'], payment: 'REVOKED', reported: 'REVOKED' },
  RETURNED: { bank: ['RETURNED'], payment: 'EXECUTED', reported: 'RETURNED' },
};
/** A payment that never got so far may have no charge. */
const COLLECTED = new Set(['SUBMITTED', 'EXECUTED', 'REVOKED']);

/** Every charge at the bank is one of ours and has one payment, and vice versa. */
export function checkDirectDebits({ books, mandates, bank, outbox }: Evidence): Violation[] {
  const findings = new Findings();
  const payments = new Map(books.payments.map((row) => [row.payment_id, row]));
  const debits = new Map(mandates.debits.map((row) => [row.payment_id, row]));
  const atTheBank = new Map(bank.collections.map((row) => [row.reference, row]));
  const published = Map.groupBy(
    outbox.filter(({ event_name: name }) => name === CHARGE_UPDATED),
    ({ payload }) => String(payload['payment_id']),
  );
  for (const collection of bank.collections) {
    const { reference, state } = collection;
    const details = `the bank has ${textOf(collection)} as ${state}, and nothing was reserved`;
    findings.about(`payment ${reference}`)(!debits.has(reference), 'CHARGE_UNKNOWN', details);
  }
  for (const { mandate_id: mandateId, payment_id: id, status } of books.payments) {
    const isUnknown = mandateId !== null && COLLECTED.has(status) && !debits.has(id);
    const details = `is ${status} on the mandate ${mandateId}, which does not know of it`;
    findings.about(`payment ${id}`)(isUnknown, 'CHARGE_UNKNOWN', details);
  }
  for (const [id, debit] of debits) {
    checkDebit(findings, debit, { payment: payments.get(id), atTheBank: atTheBank.get(id) });
    checkPublished(findings, debit, inOrder(published.get(id) ?? []));
  }
  for (const id of published.keys()) {
    const details = `${CHARGE_UPDATED} tells of a charge that is not there`;
    findings.about(`direct-debit ${id}`)(!debits.has(id), 'EVENT_WITHOUT_CHANGE', details);
  }
  return findings.list;
}

function checkDebit(
  findings: Findings,
  debit: DirectDebitRow,
  {
    payment,
    atTheBank,
  }: {
    readonly payment?: PaymentRow | undefined;
    readonly atTheBank?: BankCollectionRow | undefined;
  },
): void {
  const found = findings.about(`direct-debit ${debit.payment_id}`);
  const { status } = debit;
  const agreement = AGREEMENTS[status];
  const state = atTheBank?.state ?? 'UNKNOWN';
  const isKnown = agreement?.bank.includes(state) ?? false;
  found(!isKnown, 'DEBIT_DISAGREES', `is ${status} here and ${state} at the bank`);
  if (atTheBank) {
    const isOfMandate = atTheBank.mandate_reference === debit.mandate_id;
    const details = `${textOf(debit)} were reserved, the bank received ${textOf(atTheBank)}`;
    found(!isOfMandate || !isSameMoney(debit, atTheBank), 'DEBIT_DISAGREES', details);
  }
  const isFollowed =
    payment?.mandate_id === debit.mandate_id &&
    payment.status === agreement?.payment &&
    payment.amount_returned === (status === 'RETURNED' ? debit.amount : null);
  const shown = payment ? `${payment.status}, ${payment.amount_returned} returned` : 'not there';
  found(!isFollowed, 'DEBIT_DISAGREES', `is ${status}, and its payment is ${shown}`);
}

/** Each change of the bank's status is reported once; the last report is the present status. */
function checkPublished(
  findings: Findings,
  debit: DirectDebitRow,
  published: readonly OutboxRow[],
): void {
  const found = findings.about(`direct-debit ${debit.payment_id}`);
  const statuses = published.map(({ payload }) => String(payload['bank_status']));
  const wanted = AGREEMENTS[debit.status]?.reported ?? null;
  const details = `is ${debit.status}, and was published as ${statuses.join(', ') || 'nothing'}`;
  found((statuses.at(-1) ?? null) !== wanted, 'EVENT_NOT_WRITTEN', details);
  const isAltered = published.some(
    ({ message_key: key, payload }) =>
      key !== debit.mandate_id ||
      payload['amount'] !== debit.amount ||
      payload['currency'] !== debit.currency,
  );
  const isRepeated = new Set(statuses).size < statuses.length;
  found(isRepeated || isAltered, 'EVENT_ALTERED', `was published as ${statuses.join(', ')}`);
}
