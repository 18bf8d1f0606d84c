import type { StripeBooks } from '../books/stripe-books.js';
import { book } from '../books/stripe-money.js';
import type { Charge, ErrorBody, Intent } from '../books/stripe-objects.js';
import { invalid, StripeRefusal } from '../books/stripe-refusal.js';
import { testCard } from '../books/test-cards.js';
import { openDispute } from '../money/disputes.js';

const NOT_HONOURED: ErrorBody = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

interface Taken {
  readonly intent: Intent;
  readonly charge: Charge;
  readonly amount: number;
}

/** The bank had authorized the card. */
export function refuseCapture(books: StripeBooks, intent: Intent, charge: Charge): StripeRefusal {
  fail(books, intent, charge);
  return new StripeRefusal(402, { ...NOT_HONOURED, payment_intent: structuredClone(intent) });
}

export function take(books: StripeBooks, { intent, charge, amount }: Taken): Intent {
  const { currency } = intent;
  const moved = {
    type: 'charge',
    category: 'charge',
    amount,
    currency,
    source: charge.id,
  } as const;
  const entry = book(books, moved);
  books.change(charge, { amount_captured: amount, balance_transaction: entry.id });
  books.change(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount });
  books.emit('payment_intent.succeeded', intent);
  const dispute = testCard(books.innerOf(charge)['card'])?.dispute;
  if (dispute) openDispute(books, { charge, kind: dispute });
  return intent;
}

/** The bank takes the money of a capture back, perhaps days after it succeeded. */
export async function loseCapture(books: StripeBooks, charge: Charge): Promise<Charge> {
  if (!charge.captured || charge.status === 'failed') throw invalid('Nothing is captured.');
  const { currency, id: source, amount_captured: amount } = charge;
  const moved = { type: 'payment_failure_refund', category: 'charge_failure' } as const;
  const entry = book(books, { ...moved, amount: -amount, currency, source });
  books.change(charge, { failure_balance_transaction: entry.id });
  fail(books, await books.get('payment_intent', charge.payment_intent), charge);
  return charge;
}

function fail(books: StripeBooks, intent: Intent, charge: Charge): void {
  books.change(charge, { status: 'failed', paid: false, failure_code: 'card_declined' });
  books.change(intent, {
    status: 'requires_payment_method',
    amount_capturable: 0,
    payment_method: null,
    last_payment_error: { ...NOT_HONOURED, charge: charge.id },
  });
  books.emit('charge.failed', charge);
  books.emit('payment_intent.payment_failed', intent);
}
