/** Whole days of UTC, as `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 86_400_000;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

export function plusDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** `month` counts from 1 and may run over its year. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

export function firstOfMonth({ year, month }: Month): Day {
  return dayOf(new Date(Date.UTC(year, month - 1, 1)));
}

export function lastOfMonth({ year, month }: Month): Day {
  return plusDays(firstOfMonth({ year, month: month + 1 }), -1);
}

/** A calendar quarter, counted from year 0. */
export type Quarter = number;

export function quarterOf(day: Day): Quarter {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return year * 4 + Math.floor((month - 1) / 3);
}

/** The three months of a quarter. */
export function monthsOf(quarter: Quarter): Month[] {
  const year = Math.floor(quarter / 4);
  const first = (quarter % 4) * 3 + 1;
  return [0, 1, 2].map((index) => ({ year, month: first + index }));
}

/** The last working day on or before a day: salaries are never paid at weekends. */
export function workingDayBefore(day: Day): Day {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 6) return plusDays(day, -1);
  return weekday === 0 ? plusDays(day, -2) : day;
}
