/** An inflow on a deposit account. `amount` in major units, above 0. */
export interface Deposit {
  readonly accountId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
}

interface MonthOfIncome {
  readonly year: number;
  readonly month: number;
  readonly amount: number;
}

export interface Stream {
  readonly accountId: string;
  readonly currency: string;
  /** Median of its last months; null with fewer than three months. */
  readonly monthly: number | null;
  readonly count: number;
  /** Newest first. */
  readonly months: readonly MonthOfIncome[];
}

const SALARY_WORDS = /\b(SALARY|PAYROLL|WAGES)\b/u;
/** Descriptions of the user's own returning money, and of money that is no earnings. */
const NO_INCOME = /\b(TRANSFER|TIME DEPOSIT|INTEREST|REFUND|REVERSAL|FPS|PAYMENT)\b/u;
const FEWEST_MONTHS = 3;
/** The estimate looks at this many of the latest months. */
const MONTHS_OF_ESTIMATE = 6;
/** Regular pay differs from its median by at most this part. */
const TOLERANCE = 0.25;

/**
 * Streams of income: deposits of one account with the same description except for numbers. A stream
 * counts if it is described as a salary, or arrived in at least three months with similar amounts.
 * It is neither a transfer nor interest. The estimate of a month is the median of the latest six
 * months with income. One bonus or one short month therefore does not change it.
 */
export function incomeStreams(deposits: readonly Deposit[]): Stream[] {
  const groups = new Map<string, Deposit[]>();
  for (const deposit of deposits) {
    const payer = payerOf(deposit.description);
    const key = `${deposit.accountId} ${deposit.currency} ${payer}`;
    groups.set(key, [...(groups.get(key) ?? []), deposit]);
  }
  return [...groups.values()].filter(isIncome).map(streamOf);
}

/** The sum of all streams of one currency, month by month. */
export function totalOf(streams: readonly Stream[]): Omit<Stream, 'accountId' | 'currency'> {
  const months = monthsOf(
    streams.flatMap((stream) =>
      stream.months.map(({ year, month, amount }) => ({ date: dateOf(year, { month }), amount })),
    ),
  );
  const known = streams.filter(({ monthly }) => monthly !== null);
  const monthly = known.reduce((sum, stream) => sum + (stream.monthly ?? 0), 0);
  return {
    monthly: known.length > 0 ? rounded(monthly) : null,
    count: streams.reduce((sum, { count }) => sum + count, 0),
    months,
  };
}

function isIncome(group: readonly Deposit[]): boolean {
  const text = payerOf(group[0]?.description ?? '');
  if (SALARY_WORDS.test(text)) return true;
  if (NO_INCOME.test(text)) return false;
  const months = monthsOf(group).map(({ amount }) => amount);
  const middle = median(months);
  const isSteady = months.every((amount) => Math.abs(amount - middle) <= middle * TOLERANCE);
  return months.length >= FEWEST_MONTHS && isSteady;
}

function streamOf(group: readonly Deposit[]): Stream {
  const [first] = group;
  const months = monthsOf(group);
  const latest = months.slice(0, MONTHS_OF_ESTIMATE).map(({ amount }) => amount);
  return {
    accountId: first?.accountId ?? '',
    currency: first?.currency ?? '',
    monthly: months.length < FEWEST_MONTHS ? null : rounded(median(latest)),
    count: group.length,
    months,
  };
}

function monthsOf(paid: readonly Pick<Deposit, 'date' | 'amount'>[]): MonthOfIncome[] {
  const sums = new Map<string, number>();
  for (const { date, amount } of paid) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + amount);
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([name, amount]) => {
      const [year = 0, month = 0] = name.split('-').map(Number);
      return { year, month, amount: rounded(amount) };
    });
}

function payerOf(description: string): string {
  return description.toUpperCase().replaceAll(/\d+/gu, '').replaceAll(/\s+/gu, ' ').trim();
}

function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

function dateOf(year: number, { month }: { readonly month: number }): string {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}

function rounded(amount: number): number {
  return Math.round(amount * 1_000) / 1_000;
}
