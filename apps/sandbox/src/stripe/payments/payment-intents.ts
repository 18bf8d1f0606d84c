import type { Call, StripeBooks } from '../books/stripe-books.js';
import type { ErrorBody, Charge, Intent } from '../books/stripe-objects.js';
import { chargeable } from '../books/stripe-money.js';
import type { StripeParams } from '../books/stripe-params.js';
import { invalid, StripeRefusal, unexpectedState } from '../books/stripe-refusal.js';
import { refuseCapture, take } from './captures.js';
import { AUTHENTICATION_FAILED, confirmed, challenge } from './confirmations.js';
import { addCharge, type Tried } from './charges.js';
import { attach, newSecret, presentCustomer, usableMethod } from './payment-methods.js';
import { HOLD_S, testCard } from '../books/test-cards.js';

const CONFIRMING = 'confirmation_token payment_method return_url use_stripe_sdk off_session';
const CREATING =
  'allowed_payment_method_types amount capture_method confirm currency customer description metadata ' +
  'payment_method_options receipt_email setup_future_usage shipping statement_descriptor_suffix';
const USAGES = ['off_session', 'on_session'] as const;
const SUFFIX = /^(?=.*[A-Za-z])[\x20-\x7E]{1,22}$/;

export async function createIntent(call: Call): Promise<Intent> {
  const { books, params } = call;
  params.only(`${CREATING} ${CONFIRMING}`);
  const amount = params.integer('amount');
  if (amount === null) params.required('amount');
  const money = chargeable(amount ?? 0, params.required('currency'));
  const types = params.list('allowed_payment_method_types');
  const customer = params.text('customer');
  if (customer !== null) await presentCustomer(books, customer);
  const isConfirmed = params.flag('confirm') === true;
  const given = params.text('payment_method');
  const method = given !== null && !isConfirmed ? await usableMethod(books, given) : null;
  const id = books.newId('payment_intent');
  const intent = books.add('payment_intent', {
    id,
    object: 'payment_intent',
    amount: money.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method:
      params.one('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    client_secret: newSecret(id),
    confirmation_method: 'automatic',
    created: books.now,
    currency: money.currency,
    customer,
    description: params.text('description'),
    last_payment_error: null,
    latest_charge: null,
    livemode: books.livemode,
    metadata: params.metadata(),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: CARD_OPTIONS },
    payment_method_types: types.length > 0 ? types : ['card'],
    processing: null,
    receipt_email: params.text('receipt_email'),
    review: null,
    setup_future_usage: params.one('setup_future_usage', USAGES),
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffixOf(params),
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
  books.emit('payment_intent.created', intent);
  return isConfirmed ? confirm(call, intent) : intent;
}

const CARD_OPTIONS = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
};

function suffixOf(params: StripeParams): string | null {
  const suffix = params.text('statement_descriptor_suffix');
  if (suffix === null || (SUFFIX.test(suffix) && !/[<>\\'"*]/.test(suffix))) return suffix;
  const message =
    'The suffix has 1 to 22 Latin characters, a letter among them, and none of <>\\\'"*.';
  throw invalid(message, { code: 'parameter_invalid', param: 'statement_descriptor_suffix' });
}

/** As Stripe does, any change of an intent forgets its last error. */
export async function updateIntent({ books, params, ids: [id = ''] }: Call) {
  params.only(
    'amount customer description metadata setup_future_usage statement_descriptor_suffix',
  );
  const intent = await presentIntent(books, id);
  const isOpen = ['requires_payment_method', 'requires_confirmation'].includes(intent.status);
  if (!isOpen && params.has('amount')) throw unexpectedState('update', intent);
  const amount = params.integer('amount');
  if (amount !== null) books.change(intent, chargeable(amount, intent.currency));
  if (params.has('setup_future_usage'))
    books.change(intent, { setup_future_usage: params.one('setup_future_usage', USAGES) });
  const metadata = params.metadata(intent.metadata);
  return books.change(intent, { metadata, last_payment_error: null });
}

export const retrieveIntent = ({ books, ids: [id = ''] }: Call) => presentIntent(books, id);

/** A hold that nobody captured in time is given back. */
export async function presentIntent(books: StripeBooks, id: string): Promise<Intent> {
  const intent = await books.get('payment_intent', id, { param: 'intent' });
  const charge = intent.latest_charge ? await books.get('charge', intent.latest_charge) : null;
  if (intent.status === 'requires_capture' && charge && charge.created + HOLD_S <= books.now)
    release(books, { intent, charge, reason: 'automatic' });
  return intent;
}

export async function confirmIntent(call: Call): Promise<Intent> {
  call.params.only(`${CONFIRMING} setup_future_usage client_secret payment_method_options`);
  return confirm(call, await presentIntent(call.books, call.ids[0] ?? ''));
}

async function confirm({ books, params }: Call, intent: Intent): Promise<Intent> {
  if (
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  )
    throw unexpectedState('confirm', intent);
  const usage = params.one('setup_future_usage', USAGES);
  if (usage !== null) books.change(intent, { setup_future_usage: usage });
  const { method, card, outcome, returnUrl } = await confirmed(books, intent, params);
  books.change(intent, { payment_method: method.id, last_payment_error: null, next_action: null });
  if (outcome === 'approved' && card.isLate) {
    books.change(intent, { status: 'processing', processing: { type: 'card' } });
    books.emit('payment_intent.processing', intent);
    return intent;
  }
  if (outcome === 'approved') return authorize(books, { intent, method, isChallenged: false });
  if (outcome !== 'challenged') throw decline(books, { intent, method, error: outcome });
  books.change(intent, {
    status: 'requires_action',
    next_action: challenge(books, intent, returnUrl),
  });
  books.emit('payment_intent.requires_action', intent);
  return intent;
}

/** The decision of the payer on the page of the bank, or of the bank; a second one changes nothing. */
export async function answerChallenge(books: StripeBooks, intent: Intent, isApproved: boolean) {
  const isOpen = intent.status === 'requires_action' || intent.status === 'processing';
  if (!isOpen || intent.payment_method === null) return;
  const method = await books.get('payment_method', intent.payment_method);
  const declines = testCard(books.innerOf(method)['card'])?.declines;
  if (isApproved && !declines) {
    authorize(books, { intent, method, isChallenged: true });
    return;
  }
  const code = 'payment_intent_authentication_failure';
  decline(books, { intent, method, error: { ...AUTHENTICATION_FAILED, code } });
}

function authorize(
  books: StripeBooks,
  { intent, method, isChallenged }: Tried & { readonly isChallenged: boolean },
): Intent {
  const charge = addCharge(books, { intent, method, isChallenged });
  const { amount, setup_future_usage: usage, customer } = intent;
  if (usage !== null && isChallenged) books.changeInner(method, { is_set_up: true });
  if (usage !== null && customer !== null) attach(books, method, customer);
  books.change(intent, { latest_charge: charge.id, next_action: null, processing: null });
  books.emit('charge.succeeded', charge);
  if (intent.capture_method !== 'manual') return take(books, { intent, charge, amount });
  books.change(intent, { status: 'requires_capture', amount_capturable: amount });
  books.emit('payment_intent.amount_capturable_updated', intent);
  return intent;
}

/** The intent waits for another payment method; its client secret suffices to confirm it. */
function decline(
  books: StripeBooks,
  { intent, method, error }: Tried & { readonly error: ErrorBody },
): StripeRefusal {
  const charge =
    error.type === 'card_error' ? addCharge(books, { intent, method, error }) : undefined;
  const failed: ErrorBody = {
    ...error,
    ...(charge ? { charge: charge.id } : {}),
    payment_method: structuredClone(method),
  };
  books.change(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: failed,
    latest_charge: charge?.id ?? intent.latest_charge,
  });
  if (charge) books.emit('charge.failed', charge);
  books.emit('payment_intent.payment_failed', intent);
  return new StripeRefusal(402, { ...failed, payment_intent: structuredClone(intent) });
}

export async function captureIntent({ books, params, ids: [id = ''] }: Call): Promise<Intent> {
  params.only('amount_to_capture final_capture metadata statement_descriptor_suffix');
  const intent = await presentIntent(books, id);
  if (intent.status !== 'requires_capture' || !intent.latest_charge)
    throw unexpectedState('capture', intent);
  const amount = params.integer('amount_to_capture') ?? intent.amount;
  if (amount < 1 || amount > intent.amount)
    throw invalid('The amount to capture is greater than the amount that is held.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  const charge = await books.get('charge', intent.latest_charge);
  if (testCard(books.innerOf(charge)['card'])?.failsCapture)
    throw refuseCapture(books, intent, charge);
  books.change(charge, { captured: true, amount_refunded: intent.amount - amount });
  take(books, { intent, charge, amount });
  books.emit('charge.captured', charge);
  return intent;
}

export async function cancelIntent({ books, params, ids: [id = ''] }: Call): Promise<Intent> {
  params.only('cancellation_reason');
  const intent = await presentIntent(books, id);
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState('cancel', intent);
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
  const charge = intent.latest_charge ? await books.get('charge', intent.latest_charge) : null;
  return release(books, { intent, charge, reason: params.one('cancellation_reason', reasons) });
}

function release(
  books: StripeBooks,
  released: {
    readonly intent: Intent;
    readonly charge: Charge | null;
    readonly reason: string | null;
  },
): Intent {
  const { intent, charge, reason } = released;
  if (charge && intent.status === 'requires_capture')
    books.change(charge, { refunded: true, amount_refunded: charge.amount });
  books.change(intent, {
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: books.now,
    cancellation_reason: reason,
    last_payment_error: null,
    next_action: null,
  });
  books.emit('payment_intent.canceled', intent);
  return intent;
}
