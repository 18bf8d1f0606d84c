import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { cardDigits, isCardNumber } from './card-number.js';

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

/** The cardholder's input. It is read here and not stored. */
export interface CardEntry {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
}

/**
 * The digits of a valid entry; throws `invalid_card` with the field. `now` is real time: the page
 * does not know the customer app yet, whose clock is asked again when the card is authorized.
 */
export function checkCardEntry(entry: CardEntry, now: Date): string {
  const digits = cardDigits(entry.number);
  if (digits === undefined || !isCardNumber(digits)) {
    throw new GatewayRefusal('invalid_card', 'This is not a card number.', { field: 'number' });
  }
  const expiry = { month: entry.expiryMonth, year: entry.expiryYear };
  if (!isExpiry(expiry) || isTooFarAhead(expiry, now)) {
    throw new GatewayRefusal('invalid_card', 'This is not an expiry date.', { field: 'expiry' });
  }
  if (isExpired(expiry, now)) {
    throw new GatewayRefusal('invalid_card', 'The card has expired.', { field: 'expiry' });
  }
  if (!isCvc(entry.cvc)) {
    throw new GatewayRefusal('invalid_card', 'The security code has 3 or 4 digits.', {
      field: 'cvc',
    });
  }
  return digits;
}
