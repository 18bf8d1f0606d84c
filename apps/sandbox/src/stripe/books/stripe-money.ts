import type { StripeBooks } from './stripe-books.js';
import type { BalanceTransaction } from './stripe-objects.js';
import { invalid } from './stripe-refusal.js';

const WITHOUT_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
/** Amounts of these have two decimals, and only whole units. */
const WHOLE_UNITS = ['isk', 'ugx'];
/** Amounts of these have three decimals, the last one 0. */
const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ');
const TWO_DECIMALS = (
  'aed aud bgn brl cad chf cny czk dkk eur gbp hkd huf idr ils inr mxn myr nok nzd php pln ron sar ' +
  'sek sgd thb try twd usd zar'
).split(' ');
const LEAST: Readonly<Record<string, number>> = {
  ...{ hkd: 400, gbp: 30, sgd: 50, jpy: 50, krw: 100, dkk: 250, nok: 300, sek: 300, mxn: 1_000 },
  ...{ czk: 1_500, huf: 17_500, pln: 200, thb: 1_000, twd: 1_000, aed: 200, ron: 200, myr: 200 },
};
const MAX_AMOUNT = 99_999_999;
const TWO_DAYS_S = 172_800;

/** The amount and currency of a new intent. */
export function chargeable(amount: number, given: string): { amount: number; currency: string } {
  const currency = given.toLowerCase();
  const known = [...TWO_DECIMALS, ...WITHOUT_DECIMALS, ...WHOLE_UNITS, ...THREE_DECIMALS];
  if (!known.includes(currency))
    throw invalid(`Invalid currency: ${given}.`, { code: 'parameter_invalid', param: 'currency' });
  const refused = ([code, message]: readonly [string, string]) =>
    invalid(message, { code, param: 'amount' });
  const step = WHOLE_UNITS.includes(currency) ? 100 : THREE_DECIMALS.includes(currency) ? 10 : 1;
  if (amount < 1) throw refused(['parameter_invalid_integer', 'Invalid positive integer']);
  if (amount % step !== 0) throw refused(['invalid_amount', `Amounts end in 0 in ${currency}.`]);
  if (amount > MAX_AMOUNT) throw refused(['amount_too_large', 'Amount is too large.']);
  if (amount < (LEAST[currency] ?? 50))
    throw refused(['amount_too_small', 'Amount is below the minimum charge amount.']);
  return { amount, currency };
}

/** Entries of the account alone, with their category. */
export const OWN_ENTRIES = {
  stripe_fee: 'fee',
  reserve_hold: 'risk_reserved_funds',
  reserve_release: 'risk_reserved_funds',
  advance: 'advance',
  advance_funding: 'advance_funding',
} as const;
type OwnEntry = keyof typeof OWN_ENTRIES;

interface Booking {
  readonly type:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'adjustment'
    | 'payment_failure_refund'
    | 'payout'
    | 'payout_failure'
    | OwnEntry;
  readonly category: string;
  /** In the currency of the charge; negative if it leaves the account. */
  readonly amount: number;
  readonly currency: string;
  readonly source: string | null;
  readonly fee?: number;
  readonly description?: string;
}

/** Of a card payment: 3.4 percent and 2.35 in the currency of the account. */
export function chargeFee(amount: number): number {
  return Math.round(amount * 0.034) + 235;
}

/** A fee of its own, or a reserve: no payment names it. */
export function bookOwn(
  books: StripeBooks,
  { type, ...moved }: Pick<Booking, 'amount' | 'currency'> & { readonly type: OwnEntry },
): BalanceTransaction {
  return book(books, { type, category: OWN_ENTRIES[type], source: null, ...moved });
}

/** Moves the balance, in the currency of the account. */
export function book(books: StripeBooks, booking: Booking): BalanceTransaction {
  const { settlement_currency: own, rate } = books.opened.settings;
  const { type, category, source, description = null } = booking;
  const isConverted = own !== null && own !== booking.currency;
  const amount = isConverted ? Math.round(booking.amount * rate) : booking.amount;
  const currency = own ?? booking.currency;
  const fee = booking.fee ?? (type === 'charge' ? chargeFee(amount) : 0);
  return books.add('balance_transaction', {
    id: books.newId('balance_transaction'),
    object: 'balance_transaction',
    amount,
    available_on: books.now + TWO_DAYS_S,
    balance_type: 'payments',
    created: books.now,
    currency,
    description,
    exchange_rate: isConverted ? rate : null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  });
}
