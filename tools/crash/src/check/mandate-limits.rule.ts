import type { Evidence } from '../evidence/evidence.js';
import type {
  BankCollectionRow,
  DirectDebitRow,
  MandateBooks,
  MandateRow,
} from '../evidence/mandate-evidence.js';
import { Findings, type Violation } from './violation.js';

/** Statuses of money that the bank has taken, or may still take; returned money is free again. */
const TAKEN = new Set(['PENDING', 'PAID']);
/** What counts in its period, by our own books. */
const RESERVED = new Set(['RESERVED', 'SUBMITTED', 'EXECUTED']);

/** Nobody collects more than the payer allowed: by the bank's books, and by ours. */
export function checkMandateLimits({ mandates, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const collections = Map.groupBy(bank.collections, ({ mandate_reference: id }) => id);
  const debits = Map.groupBy(mandates.debits, ({ mandate_id: id }) => id);
  for (const mandate of mandates.mandates) {
    const own = debits.get(mandate.mandate_id) ?? [];
    const taken = collections.get(mandate.mandate_id) ?? [];
    checkEach(findings, mandate, taken);
    checkPeriods(findings, { mandate, taken, days: daysOf(own) });
  }
  checkUsage(findings, mandates);
  return findings.list;
}

function checkEach(
  findings: Findings,
  mandate: MandateRow,
  taken: readonly BankCollectionRow[],
): void {
  const { max_transaction_amount: most, currency } = mandate;
  for (const collection of taken.filter(({ state }) => TAKEN.has(state))) {
    if ((most === null || collection.amount <= most) && collection.currency === currency) continue;
    const money = `${collection.amount} ${collection.currency}`;
    const details = `${money} were collected, at most ${most} ${currency} at once are allowed`;
    findings.add('LIMIT_EXCEEDED', { subject: `mandate ${mandate.mandate_id}`, details });
  }
}

interface Periods {
  readonly mandate: MandateRow;
  readonly taken: readonly BankCollectionRow[];
  /** When each payment was reserved. */
  readonly days: ReadonlyMap<string, string>;
}

function checkPeriods(findings: Findings, { mandate, taken, days }: Periods): void {
  const { period, max_period_amount: maxMoney, max_period_count: maxTimes } = mandate;
  if (period === null) return;
  const kept = taken.filter(({ state }) => TAKEN.has(state));
  const periods = Map.groupBy(kept, ({ reference }) =>
    periodOf({ period, day: days.get(reference) ?? 'unknown' }),
  );
  for (const [start, own] of periods) {
    const money = own.reduce((sum, { amount }) => sum + amount, 0);
    if (money <= (maxMoney ?? Infinity) && own.length <= (maxTimes ?? Infinity)) continue;
    const details =
      `${own.length} charges of ${money} in all in the period from ${start}, ` +
      `allowed are ${maxTimes ?? 'any'} of ${maxMoney ?? 'any amount'}`;
    findings.add('LIMIT_EXCEEDED', { subject: `mandate ${mandate.mandate_id}`, details });
  }
}

/** The stored use of each period is the sum of its reservations. */
function checkUsage(findings: Findings, { debits, usage }: MandateBooks): void {
  const counted = debits.filter(({ status, period_start: start }) => {
    return RESERVED.has(status) && start !== null;
  });
  const wanted = Map.groupBy(counted, nameOf);
  const found = new Map(usage.map((row) => [nameOf(row), row]));
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const own = wanted.get(name) ?? [];
    const money = own.reduce((sum, { amount }) => sum + amount, 0);
    const { used_amount: usedMoney = 0, used_count: usedTimes = 0 } = found.get(name) ?? {};
    if (money === usedMoney && own.length === usedTimes) continue;
    const details = `${usedTimes} charges of ${usedMoney} are noted, ${own.length} of ${money} hold`;
    findings.add('USAGE_WRONG', { subject: `mandate ${name}`, details });
  }
  for (const { payment_id: id, status, reserved } of debits) {
    if (reserved === RESERVED.has(status)) continue;
    const details = `is ${status}, and ${reserved ? 'counts' : 'does not count'}`;
    findings.add('USAGE_WRONG', { subject: `direct-debit ${id}`, details });
  }
}

function nameOf(row: {
  readonly mandate_id: string;
  readonly period_start: string | null;
}): string {
  return `${row.mandate_id} from ${row.period_start}`;
}

function daysOf(debits: readonly DirectDebitRow[]): ReadonlyMap<string, string> {
  return new Map(debits.map(({ payment_id: id, reserved_on: day }) => [id, day]));
}

const MONTHS_PER_QUARTER = 3;
const DAYS_PER_WEEK = 7;
const DAY_MS = 86_400_000;

/** A name for the calendar period of a day, UTC: weeks begin on Monday. */
function periodOf({ period, day }: { readonly period: string; readonly day: string }): string {
  const [year = '', month = ''] = day.split('-');
  switch (period) {
    case 'DAILY':
      return day;
    case 'WEEKLY':
      return `week ${Math.floor((Date.parse(day) / DAY_MS + MONDAY) / DAYS_PER_WEEK)}`;
    case 'MONTHLY':
      return `${year}-${month}`;
    case 'QUARTERLY':
      return `${year} ${Math.ceil(Number(month) / MONTHS_PER_QUARTER)}`;
    default:
      return year;
  }
}

/** 1970 began on a Thursday. */
const MONDAY = 3;
