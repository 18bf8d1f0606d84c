/** Month 1 to 12 and four-digit year, as printed on the card. */
export interface CardExpiry {
  readonly month: number;
  readonly year: number;
}

const LATEST_YEARS_AHEAD = 50;

export function isExpiry({ month, year }: CardExpiry): boolean {
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12;
  return isMonth && Number.isInteger(year) && year >= 2000 && year <= 9999;
}

/** A card is good to the last instant (UTC) of the month that it names. */
export function isExpired({ month, year }: CardExpiry, now: Date): boolean {
  return now.getUTCFullYear() * 12 + now.getUTCMonth() >= year * 12 + month;
}

/** A year so far ahead that it can only be a slip of the finger. */
export function isTooFarAhead({ year }: CardExpiry, now: Date): boolean {
  return year > now.getUTCFullYear() + LATEST_YEARS_AHEAD;
}

/** Any three or four digits: the sandbox compares them with nothing. */
export function isCvc(typed: string): boolean {
  return /^[0-9]{3,4}$/u.test(typed);
}
