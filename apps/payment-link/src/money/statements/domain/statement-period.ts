/** The days of a statement, UTC, `YYYY-MM-DD`, both inclusive; null: from the first, to the last. */
export interface StatementPeriod {
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ANY = '-';

/** One word of an address, and back. */
export function wordOfDay(day: string | null): string {
  return day ?? ANY;
}

/** Undefined for a word that names no day. */
export function dayOfWord(word: string | undefined): string | null | undefined {
  if (word === ANY) return null;
  return word !== undefined && DAY.test(word) ? word : undefined;
}
