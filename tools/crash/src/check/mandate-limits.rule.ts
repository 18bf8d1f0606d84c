import type { BankCollectionRow, Evidence, MandateRow } from '../evidence/evidence.js';
import { sumOf, textOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

/** Statuses of money that the bank has taken, or may still take; returned money is free again. */
const TAKEN = new Set(['PENDING', 'PAID']);
/** What counts in its period, by our own books. */
const RESERVED = new Set(['RESERVED', 'SUBMITTED', 'EXECUTED']);

/** Nobody collects more than the payer allowed: by the bank's books, and by ours. */
export function checkMandateLimits({ mandates, bank }: Evidence): Violation[] {
  const findings = new Findings();
  const collections = Map.groupBy(bank.collections, ({ mandate_reference: id }) => id);
  const days = new Map(mandates.debits.map((row) => [row.payment_id, row.reserved_on]));
  for (const mandate of mandates.mandates) {
    const found = findings.about(`mandate ${mandate.mandate_id}`);
    const own = collections.get(mandate.mandate_id) ?? [];
    const taken = own.filter(({ state }) => TAKEN.has(state));
    const { max_transaction_amount: most, currency } = mandate;
    for (const collection of taken) {
      const isAllowed = collection.amount <= (most ?? Infinity) && collection.currency === currency;
      const money = textOf(collection);
      const details = `${money} were collected, at most ${most} ${currency} at once are allowed`;
      found(!isAllowed, 'LIMIT_EXCEEDED', details);
    }
    for (const [start, inPeriod] of Map.groupBy(taken, periodIn(mandate, days))) {
      const { period, max_period_amount: maxMoney, max_period_count: maxTimes } = mandate;
      const money = sumOf(inPeriod);
      const isAllowed =
        money <= (maxMoney ?? Infinity) && inPeriod.length <= (maxTimes ?? Infinity);
      const details =
        `${inPeriod.length} charges of ${money} in all in the period from ${start}, ` +
        `allowed are ${maxTimes ?? 'any'} of ${maxMoney ?? 'any amount'}`;
      found(period !== null && !isAllowed, 'LIMIT_EXCEEDED', details);
    }
  }
  checkUsage(findings, mandates);
  return findings.list;
}

/** The stored use of each period is the sum of its reservations. */
function checkUsage(findings: Findings, { debits, usage }: Evidence['mandates']): void {
  const counted = debits.filter(({ status, period_start: start }) => {
    return RESERVED.has(status) && start !== null;
  });
  const wanted = Map.groupBy(counted, nameOf);
  const found = new Map(usage.map((row) => [nameOf(row), row]));
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const own = wanted.get(name) ?? [];
    const { used_amount: usedMoney = 0, used_count: usedTimes = 0 } = found.get(name) ?? {};
    const money = sumOf(own);
    const isSame = money === usedMoney && own.length === usedTimes;
    const details = `${usedTimes} charges of ${usedMoney} are noted, ${own.length} of ${money} hold`;
    findings.about(`mandate ${name}`)(!isSame, 'USAGE_WRONG', details);
  }
  for (const { payment_id: id, status, reserved } of debits) {
    const isWrong = reserved !== RESERVED.has(status);
    const details = `is ${status}, and ${reserved ? 'counts' : 'does not count'}`;
    findings.about(`direct-debit ${id}`)(isWrong, 'USAGE_WRONG', details);
  }
}

function nameOf(row: {
  readonly mandate_id: string;
  readonly period_start: string | null;
}): string {
  return `${row.mandate_id} from ${row.period_start}`;
}

const MONTHS_PER_QUARTER = 3;
const DAYS_PER_WEEK = 7;
const DAY_MS = 86_400_000;

/** Names the period of a collection, by the day when its payment was reserved. */
function periodIn({ period }: MandateRow, days: ReadonlyMap<string, string>) {
  return ({ reference }: BankCollectionRow): string =>
    periodOf({ period, day: days.get(reference) ?? 'unknown' });
}

/** A name for the calendar period of a day, UTC: weeks begin on Monday. */
function periodOf({ period, day }: Pick<MandateRow, 'period'> & { readonly day: string }): string {
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
