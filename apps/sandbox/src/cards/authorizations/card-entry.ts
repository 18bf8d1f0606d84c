import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { isCvc, isExpired, isExpiry, isTooFarAhead } from './domain/card-expiry.js';
import { cardDigits, isCardNumber } from './domain/card-number.js';

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
