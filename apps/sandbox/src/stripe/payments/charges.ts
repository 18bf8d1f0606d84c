import type { StripeBooks } from '../books/stripe-books.js';
import type { Charge, Intent, PaymentMethod } from '../books/stripe-objects.js';
import type { ErrorBody } from '../books/stripe-objects.js';
import { chargedCard } from '../books/test-cards.js';

export interface Tried {
  readonly intent: Intent;
  readonly method: PaymentMethod;
}

/** Of a card that paid, or of one that was declined. */
export function addCharge(
  books: StripeBooks,
  tried: Tried & { readonly isChallenged?: boolean; readonly error?: ErrorBody },
): Charge {
  const { intent, method, error, isChallenged = false } = tried;
  const isHeld = intent.capture_method === 'manual' || error !== undefined;
  const charge: Charge = {
    id: books.newId('charge'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor:
      `SHOP* ${intent.statement_descriptor_suffix ?? 'PAYMENT'}`.slice(0, 22),
    captured: !isHeld,
    created: books.now,
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: books.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(error),
    paid: error === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: chargedCard(books, { card: method.card, isChallenged }),
      type: 'card',
    },
    receipt_email: intent['receipt_email'],
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: error ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  return books.add('charge', charge, { card: books.innerOf(method)['card'] });
}

function outcomeOf(error: ErrorBody | undefined) {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: error ? '05' : null,
    network_status: error ? 'declined_by_network' : 'approved_by_network',
    reason: error ? (error.decline_code ?? 'generic_decline') : null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: error ? 'The bank did not return any further details.' : 'Payment complete.',
    type: error ? 'issuer_declined' : 'authorized',
  };
}
