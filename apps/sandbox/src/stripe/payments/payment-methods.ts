import { type Call, randomText, type StripeBooks } from '../books/stripe-books.js';
import type { Body, ConfirmationToken, Customer, PaymentMethod } from '../books/stripe-objects.js';
import type { StripeParams } from '../books/stripe-params.js';
import { invalid, missing } from '../books/stripe-refusal.js';
import { enteredCard, factsOf, testCard } from '../books/test-cards.js';

const HALF_A_DAY_S = 43_200;

export function createCustomer({ books, params }: Call): Customer {
  params.only('address description email metadata name phone preferred_locales shipping');
  const id = books.newId('customer');
  const customer = books.add('customer', {
    id,
    object: 'customer',
    address: params.has('address') ? addressOf(params.inside('address')) : null,
    balance: 0,
    created: books.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.text('description'),
    discount: null,
    email: params.text('email'),
    invoice_prefix: id.slice(4, 12).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: books.livemode,
    metadata: params.metadata(),
    name: params.text('name'),
    next_invoice_sequence: 1,
    phone: params.text('phone'),
    preferred_locales: params.list('preferred_locales'),
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  });
  books.emit('customer.created', customer);
  return customer;
}

export async function updateCustomer({ books, params, ids: [id = ''] }: Call) {
  params.only('description email metadata name phone');
  const customer = await presentCustomer(books, id);
  books.change(customer, { metadata: params.metadata(customer.metadata) });
  for (const name of ['description', 'email', 'name', 'phone'])
    if (params.has(name)) books.change(customer, { [name]: params.text(name) });
  books.emit('customer.updated', customer);
  return customer;
}

export async function retrieveCustomer({ books, ids: [id = ''] }: Call): Promise<Body> {
  const customer = await books.get('customer', id, { param: 'customer' });
  const isDeleted = books.innerOf(customer)['deleted'] === true;
  return isDeleted ? { id, object: 'customer', deleted: true } : customer;
}

/** Its payment methods can no longer be used. */
export async function deleteCustomer({ books, ids: [id = ''] }: Call): Promise<Body> {
  const customer = await presentCustomer(books, id);
  books.changeInner(customer, { deleted: true });
  books.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

export async function presentCustomer(books: StripeBooks, id: string) {
  const param = 'customer';
  const customer = await books.get('customer', id, { param });
  if (books.innerOf(customer)['deleted'] === true) throw missing('customer', { id, param });
  return customer;
}

function addressOf(params: StripeParams): Body {
  const names = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];
  return Object.fromEntries(names.map((name) => [name, params.text(name)]));
}

const NOBODY = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

function billingDetails(params: StripeParams): Body {
  return {
    address: params.has('address') ? addressOf(params.inside('address')) : NOBODY,
    email: params.text('email'),
    name: params.text('name'),
    phone: params.text('phone'),
    tax_id: null,
  };
}

type Preview = ConfirmationToken['payment_method_preview'];

/** `pm_card_visa` and its like, as a payment method of its own. */
function previewOfTestCard(id: string): { readonly row: string; readonly preview: Preview } | null {
  const row = testCard(id);
  if (!row) return null;
  const preview = { card: factsOf(row, [12, 2060]), billing_details: billingDetailsOfNobody() };
  return { row: row.id, preview: previewed(preview) };
}

const billingDetailsOfNobody = (): Body => ({
  ...{ address: NOBODY, email: null, name: null, phone: null, tax_id: null },
});

function previewed(method: Pick<Preview, 'card' | 'billing_details'>): Preview {
  const { card, billing_details } = method;
  return { allow_redisplay: 'unspecified', billing_details, card, customer: null, type: 'card' };
}

/** From the card fields in the page of the payer, which send a publishable key. */
export function enteredToken({ books, params }: Call): ConfirmationToken {
  params.only('payment_method_data return_url setup_future_usage');
  const data = params.inside('payment_method_data');
  const { row, facts } = enteredCard(data.inside('card'));
  const billing_details = billingDetails(data.inside('billing_details'));
  const preview = previewed({ card: facts, billing_details });
  return addToken(books, params, { row: row.id, preview });
}

/** Without a page: the test mode makes tokens of test cards. */
export async function testToken({ books, params }: Call): Promise<ConfirmationToken> {
  params.only('payment_method return_url setup_future_usage');
  const id = params.required('payment_method');
  const test = previewOfTestCard(id);
  if (test) return addToken(books, params, test);
  const method = await books.get('payment_method', id, { param: 'payment_method' });
  const row = String(books.innerOf(method)['card']);
  return addToken(books, params, { row, preview: previewed(method) });
}

function addToken(
  books: StripeBooks,
  params: StripeParams,
  { row, preview }: { readonly row: string; readonly preview: Preview },
): ConfirmationToken {
  const usage = params.one('setup_future_usage', ['off_session', 'on_session']);
  const token: ConfirmationToken = {
    id: books.newId('confirmation_token'),
    object: 'confirmation_token',
    created: books.now,
    expires_at: books.now + HALF_A_DAY_S,
    livemode: books.livemode,
    mandate_data: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: params.text('return_url'),
    setup_future_usage: usage,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
  return books.add('confirmation_token', token, { card: row });
}

export async function createPaymentMethod({ books, params }: Call): Promise<PaymentMethod> {
  params.only('type card billing_details metadata');
  params.one('type', ['card']);
  const { row, facts } = enteredCard(params.inside('card'));
  const billing_details = billingDetails(params.inside('billing_details'));
  return addMethod(books, { row: row.id, preview: previewed({ card: facts, billing_details }) });
}

function addMethod(
  books: StripeBooks,
  { row, preview }: { readonly row: string; readonly preview: Preview },
): PaymentMethod {
  const { card, billing_details } = preview;
  const method: PaymentMethod = {
    id: books.newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details,
    card,
    created: books.now,
    customer: null,
    livemode: books.livemode,
    metadata: {},
    type: 'card',
  };
  return books.add('payment_method', method, { card: row });
}

export async function attachMethod({ books, params, ids: [id = ''] }: Call) {
  params.only('customer');
  const customer = await presentCustomer(books, params.required('customer'));
  const method = await usableMethod(books, id);
  attach(books, method, customer.id);
  return method;
}

export function attach(books: StripeBooks, method: PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  if (method.customer !== null)
    throw invalid('The payment method belongs to another customer.', { param: 'customer' });
  books.change(method, { customer });
  books.emit('payment_method.attached', method);
}

export async function detachMethod({ books, ids: [id = ''] }: Call) {
  const method = await books.get('payment_method', id, { param: 'payment_method' });
  if (method.customer === null)
    throw invalid('The payment method you provided is not attached to a customer.');
  books.change(method, { customer: null });
  books.changeInner(method, { gone: true });
  books.emit('payment_method.detached', method);
  return method;
}

/** A method of another customer is not there. */
export async function customersMethod({ books, ids: [customer = '', id = ''] }: Call) {
  await presentCustomer(books, customer);
  const method = await books.get('payment_method', id, { param: 'payment_method' });
  if (method.customer === customer) return method;
  throw missing('payment_method', { id, param: 'payment_method' });
}

/** One that was detached, or used once without a customer, is used up. */
export async function usableMethod(books: StripeBooks, id: string): Promise<PaymentMethod> {
  const test = previewOfTestCard(id);
  if (test) return addMethod(books, test);
  const method = await books.get('payment_method', id, { param: 'payment_method' });
  const inner = books.innerOf(method);
  if (!inner['gone'] && (method.customer !== null || !inner['used'])) return method;
  throw invalid(
    'The provided PaymentMethod was previously used without being attached to a Customer, or was ' +
      'detached from one, and may not be used again.',
    { param: 'payment_method' },
  );
}

/** The method of a confirmation token, which confirms one intent. */
export async function methodOfToken(
  books: StripeBooks,
  id: string,
  intent: { readonly id: string; readonly object: 'payment_intent' | 'setup_intent' },
): Promise<{ readonly token: ConfirmationToken; readonly method: PaymentMethod }> {
  const token = await books.get('confirmation_token', id, { param: 'confirmation_token' });
  if (token.expires_at <= books.now)
    throw missing('confirmation_token', { id, param: 'confirmation_token' });
  if (token.payment_intent ?? token.setup_intent) {
    const message = 'The confirmation token was used already.';
    throw invalid(message, { param: 'confirmation_token' });
  }
  books.change(token, { [intent.object]: intent.id });
  const row = String(books.innerOf(token)['card']);
  return { token, method: addMethod(books, { row, preview: token.payment_method_preview }) };
}

export function newSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}
