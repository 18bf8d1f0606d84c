import type { Call, StripeBooks } from '../books/stripe-books.js';
import type { ErrorBody, PaymentMethod, SetupIntent } from '../books/stripe-objects.js';
import { StripeRefusal, unexpectedState } from '../books/stripe-refusal.js';
import { AUTHENTICATION_FAILED, confirmed, challenge } from './confirmations.js';
import { attach, newSecret, presentCustomer, usableMethod } from './payment-methods.js';

const CONFIRMING = 'confirmation_token payment_method return_url use_stripe_sdk';

export async function createSetup(call: Call): Promise<SetupIntent> {
  const { books, params } = call;
  params.only(
    `${CONFIRMING} allowed_payment_method_types confirm customer description metadata usage ` +
      'payment_method_options',
  );
  const customer = params.text('customer');
  if (customer !== null) await presentCustomer(books, customer);
  const isConfirmed = params.flag('confirm') === true;
  const given = params.text('payment_method');
  const method = given !== null && !isConfirmed ? await usableMethod(books, given) : null;
  const id = books.newId('setup_intent');
  const types = params.list('allowed_payment_method_types');
  const setup = books.add('setup_intent', {
    id,
    object: 'setup_intent',
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newSecret(id),
    created: books.now,
    customer,
    description: params.text('description'),
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: books.livemode,
    mandate: null,
    metadata: params.metadata(),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types.length > 0 ? types : ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.one('usage', ['off_session', 'on_session']) ?? 'off_session',
  });
  books.emit('setup_intent.created', setup);
  return isConfirmed ? confirm(call, setup) : setup;
}

export const retrieveSetup = ({ books, ids: [id = ''] }: Call) =>
  books.get('setup_intent', id, { param: 'intent' });

/** It forgets the last error, as a change of a payment does. */
export async function updateSetup(call: Call): Promise<SetupIntent> {
  const { books, params } = call;
  params.only('customer description metadata');
  const setup = await retrieveSetup(call);
  return books.change(setup, {
    metadata: params.metadata(setup.metadata),
    last_setup_error: null,
  });
}

export async function confirmSetup(call: Call): Promise<SetupIntent> {
  call.params.only(`${CONFIRMING} client_secret payment_method_options`);
  return confirm(call, await retrieveSetup(call));
}

async function confirm({ books, params }: Call, setup: SetupIntent): Promise<SetupIntent> {
  if (
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(setup.status)
  )
    throw unexpectedState('confirm', setup);
  const { method, outcome, returnUrl } = await confirmed(books, setup, params);
  books.change(setup, { payment_method: method.id, last_setup_error: null, next_action: null });
  if (outcome === 'approved') return succeed(books, { setup, method, isChallenged: false });
  if (outcome !== 'challenged') throw fail(books, { setup, method, error: outcome });
  books.change(setup, {
    status: 'requires_action',
    next_action: challenge(books, setup, returnUrl),
  });
  books.emit('setup_intent.requires_action', setup);
  return setup;
}

/** The payer's decision on the page of the bank; a second one changes nothing. */
export async function answerSetupChallenge(
  books: StripeBooks,
  setup: SetupIntent,
  isApproved: boolean,
) {
  if (setup.status !== 'requires_action' || setup.payment_method === null) return;
  const method = await books.get('payment_method', setup.payment_method);
  if (isApproved) succeed(books, { setup, method, isChallenged: true });
  else {
    const code = 'setup_intent_authentication_failure';
    fail(books, { setup, method, error: { ...AUTHENTICATION_FAILED, code } });
  }
}

interface Tried {
  readonly setup: SetupIntent;
  readonly method: PaymentMethod;
}

function succeed(
  books: StripeBooks,
  { setup, method, isChallenged }: Tried & { readonly isChallenged: boolean },
): SetupIntent {
  if (isChallenged) books.changeInner(method, { is_set_up: true });
  if (setup.customer !== null) attach(books, method, setup.customer);
  books.change(setup, { status: 'succeeded', next_action: null });
  books.emit('setup_intent.succeeded', setup);
  return setup;
}

function fail(
  books: StripeBooks,
  { setup, method, error }: Tried & { readonly error: ErrorBody },
): StripeRefusal {
  const failed: ErrorBody = { ...error, payment_method: structuredClone(method) };
  books.change(setup, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: failed,
  });
  books.emit('setup_intent.setup_failed', setup);
  return new StripeRefusal(402, { ...failed, setup_intent: structuredClone(setup) });
}

export async function cancelSetup(call: Call): Promise<SetupIntent> {
  const { books, params } = call;
  params.only('cancellation_reason');
  const setup = await retrieveSetup(call);
  if (['succeeded', 'canceled'].includes(setup.status)) throw unexpectedState('cancel', setup);
  const reasons = ['abandoned', 'duplicate', 'requested_by_customer'] as const;
  const reason = params.one('cancellation_reason', reasons);
  const canceled = { status: 'canceled', cancellation_reason: reason } as const;
  books.change(setup, { ...canceled, last_setup_error: null, next_action: null });
  books.emit('setup_intent.canceled', setup);
  return setup;
}
