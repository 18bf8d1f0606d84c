import type { Call, StripeBooks } from '../books/stripe-books.js';
import { book } from '../books/stripe-money.js';
import type { Charge, Refund } from '../books/stripe-objects.js';
import type { StripeParams } from '../books/stripe-params.js';
import { invalid } from '../books/stripe-refusal.js';
import { testCard } from '../books/test-cards.js';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export async function createRefund({ books, params }: Call): Promise<Refund> {
  params.only('amount charge metadata payment_intent reason');
  const charge = await refundedCharge(books, params);
  const left = charge.amount - charge.amount_refunded;
  if (left <= 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalid(message, { code: 'charge_already_refunded' });
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back.`;
    throw invalid(message, { code: 'charge_disputed' });
  }
  const amount = params.integer('amount') ?? left;
  if (amount < 1 || amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw invalid(message, { param: 'amount' });
  }
  return addRefund(books, { charge, amount, params });
}

async function refundedCharge(books: StripeBooks, params: StripeParams): Promise<Charge> {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  if (chargeId !== null) return books.get('charge', chargeId, { param: 'charge' });
  if (intentId === null)
    throw invalid('One of the following params should be provided: payment_intent, charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  const intent = await books.get('payment_intent', intentId, { param: 'payment_intent' });
  const charge = intent.latest_charge ? await books.get('charge', intent.latest_charge) : null;
  if (charge?.paid && charge.captured) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw invalid(message, { param: 'payment_intent' });
}

function addRefund(
  books: StripeBooks,
  asked: { readonly charge: Charge; readonly amount: number; readonly params: StripeParams },
): Refund {
  const { charge, amount, params } = asked;
  const setting = books.opened.settings.refunds;
  const isPending =
    setting !== 'succeeded' || testCard(books.innerOf(charge)['card'])?.refund === 'pending';
  const refund = books.add('refund', {
    id: books.newId('refund'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: params.metadata(),
    payment_intent: charge.payment_intent,
    ...(isPending
      ? { pending_reason: setting === 'insufficient_funds' ? setting : 'processing' }
      : {}),
    reason: params.one('reason', REASONS),
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  const amount_refunded = charge.amount_refunded + amount;
  books.change(charge, { amount_refunded, refunded: amount_refunded === charge.amount });
  if (setting !== 'insufficient_funds') bookRefund(books, refund);
  books.emit('refund.created', refund);
  books.emit('charge.refunded', charge);
  return refund;
}

function bookRefund(books: StripeBooks, refund: Refund): void {
  const { id: source, currency, amount } = refund;
  const moved = { type: 'refund', category: 'refund', source, currency } as const;
  const entry = book(books, { ...moved, amount: -amount });
  books.change(refund, { balance_transaction: entry.id });
}

/** The bank took a pending refund. */
export function settleRefund(books: StripeBooks, refund: Refund): void {
  if (refund.status !== 'pending') throw invalid('The refund is not pending.');
  if (refund.balance_transaction === null) bookRefund(books, refund);
  books.change(refund, { status: 'succeeded' });
  books.emit('refund.updated', refund, { status: 'pending' });
}

/** The bank sent the money back, perhaps weeks after the refund succeeded. */
export async function failRefund(books: StripeBooks, refund: Refund): Promise<void> {
  if (refund.status === 'failed') throw invalid('The refund has failed already.');
  const before = refund.status;
  const charge = await books.get('charge', refund.charge);
  const { id: source, currency, amount } = refund;
  books.change(charge, { amount_refunded: charge.amount_refunded - amount, refunded: false });
  books.change(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  if (refund.balance_transaction !== null) {
    const moved = { type: 'refund_failure', category: 'refund_failure', source, currency } as const;
    const entry = book(books, { ...moved, amount });
    books.change(refund, { failure_balance_transaction: entry.id });
  }
  books.emit('refund.updated', refund, { status: before });
  books.emit('refund.failed', refund);
}

export const retrieveRefund = ({ books, ids: [id = ''] }: Call) => books.get('refund', id);

export async function updateRefund({ books, params, ids: [id = ''] }: Call): Promise<Refund> {
  params.only('metadata');
  const refund = await books.get('refund', id);
  books.change(refund, { metadata: params.metadata(refund.metadata) });
  books.emit('refund.updated', refund);
  return refund;
}
