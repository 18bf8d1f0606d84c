import type { Evidence, OutboxRow, PaymentRow } from '../evidence/evidence.js';
import type { BankCollectionRow, DirectDebitRow } from '../evidence/mandate-evidence.js';
import { CHARGE_UPDATED } from './moves.js';
import { Findings, type Violation } from './violation.js';

/** Permitted statuses of a charge at the bank, and of its payment, in each of our states. */
interface Agreement {
  readonly bank: readonly string[];
  readonly payment: readonly string[];
  /** Whether the payment shows that the bank gave the money back. */
  readonly returned: boolean;
  /** The last reported status; null for none. */
  readonly bankStatus: string | null;
}

const AGREEMENTS: Readonly<Record<string, Agreement>> = {
  RESERVED: { bank: ['UNKNOWN'], payment: ['PROCESSING'], returned: false, bankStatus: null },
  SUBMITTED: { bank: ['PENDING'], payment: ['SUBMITTED'], returned: false, bankStatus: 'PENDING' },
  EXECUTED: { bank: ['PAID'], payment: ['EXECUTED'], returned: false, bankStatus: 'EXECUTED' },
  FAILED: {
    bank: ['REJECTED', 'UNKNOWN'],
    payment: ['FAILED'],
    returned: false,
    bankStatus: 'FAILED',
  },
  REVOKED: { bank: ['REVOKED'], payment: ['REVOKED'], returned: false, bankStatus: 'REVOKED' },
  RETURNED: { bank: ['RETURNED'], payment: ['EXECUTED'], returned: true, bankStatus: 'RETURNED' },
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
  for (const { reference, state, amount, currency } of bank.collections) {
    if (debits.has(reference)) continue;
    const details = `the bank has ${amount} ${currency} as ${state}, and nothing was reserved`;
    findings.add('CHARGE_UNKNOWN', { subject: `payment ${reference}`, details });
  }
  for (const payment of books.payments) {
    const { mandate_id: mandateId, payment_id: id, status } = payment;
    if (mandateId === null || !COLLECTED.has(status) || debits.has(id)) continue;
    const details = `is ${status} on the mandate ${mandateId}, which does not know of it`;
    findings.add('CHARGE_UNKNOWN', { subject: `payment ${id}`, details });
  }
  for (const debit of debits.values()) {
    const id = debit.payment_id;
    checkDebit(findings, { debit, payment: payments.get(id), atTheBank: atTheBank.get(id) });
    checkPublished(findings, { debit, published: published.get(id) ?? [] });
  }
  for (const id of [...published.keys()].filter((each) => !debits.has(each))) {
    const details = `${CHARGE_UPDATED} tells of a charge that is not there`;
    findings.add('EVENT_WITHOUT_CHANGE', { subject: `direct-debit ${id}`, details });
  }
  return findings.list;
}

interface Charge {
  readonly debit: DirectDebitRow;
  readonly payment: PaymentRow | undefined;
  readonly atTheBank: BankCollectionRow | undefined;
}

function checkDebit(findings: Findings, { debit, payment, atTheBank }: Charge): void {
  const subject = `direct-debit ${debit.payment_id}`;
  const agreement = AGREEMENTS[debit.status];
  const state = atTheBank?.state ?? 'UNKNOWN';
  if (!agreement?.bank.includes(state)) {
    const details = `is ${debit.status} here and ${state} at the bank`;
    findings.add('DEBIT_DISAGREES', { subject, details });
  }
  if (atTheBank && !isSame(debit, atTheBank)) {
    const details = `${textOf(debit)} were reserved, the bank received ${textOf(atTheBank)}`;
    findings.add('DEBIT_DISAGREES', { subject, details });
  }
  const isFollowed =
    payment !== undefined &&
    payment.mandate_id === debit.mandate_id &&
    agreement?.payment.includes(payment.status) &&
    payment.amount_returned === (agreement.returned ? debit.amount : null);
  if (isFollowed) return;
  const shown = payment ? `${payment.status}, ${payment.amount_returned} returned` : 'not there';
  const details = `is ${debit.status}, and its payment is ${shown}`;
  findings.add('DEBIT_DISAGREES', { subject, details });
}

/** Each change of the bank's status is reported once; the last report is the present status. */
function checkPublished(
  findings: Findings,
  {
    debit,
    published,
  }: { readonly debit: DirectDebitRow; readonly published: readonly OutboxRow[] },
): void {
  const subject = `direct-debit ${debit.payment_id}`;
  const inOrder = published.toSorted((a, b) => a.sequence - b.sequence);
  const bankStatuses = inOrder.map(({ payload }) => String(payload['bank_status']));
  const wanted = AGREEMENTS[debit.status]?.bankStatus ?? null;
  if ((bankStatuses.at(-1) ?? null) !== wanted) {
    const details = `is ${debit.status}, and was published as ${bankStatuses.join(', ') || 'nothing'}`;
    findings.add('EVENT_NOT_WRITTEN', { subject, details });
  }
  const isAltered = inOrder.some(
    ({ message_key: key, payload }) =>
      key !== debit.mandate_id ||
      payload['amount'] !== debit.amount ||
      payload['currency'] !== debit.currency,
  );
  if (new Set(bankStatuses).size === bankStatuses.length && !isAltered) return;
  findings.add('EVENT_ALTERED', {
    subject,
    details: `was published as ${bankStatuses.join(', ')}`,
  });
}

function isSame(debit: DirectDebitRow, row: BankCollectionRow): boolean {
  return (
    row.mandate_reference === debit.mandate_id &&
    row.amount === debit.amount &&
    row.currency === debit.currency
  );
}

function textOf(money: { readonly amount: number; readonly currency: string }): string {
  return `${money.amount} ${money.currency}`;
}
