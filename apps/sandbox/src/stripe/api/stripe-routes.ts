import type { Kind } from '../books/stripe-objects.js';
import { type Call, type Operation } from '../books/stripe-books.js';
import { invalid } from '../books/stripe-refusal.js';
import * as disputes from '../money/disputes.js';
import * as payouts from '../money/payouts.js';
import * as refunds from '../money/refunds.js';
import * as webhooks from '../money/webhooks.js';
import * as intents from '../payments/payment-intents.js';
import * as methods from '../payments/payment-methods.js';
import * as setups from '../payments/setup-intents.js';

/** A page of one kind; the filters are members of its objects. */
function listed(path: string, kind: Kind, filters = ''): Operation {
  return async ({ books, params }) => {
    params.only(`limit starting_after ending_before created ${filters}`);
    const given = filters.split(' ').flatMap((name): [string, string][] => {
      const value = params.text(name);
      return value === null ? [] : [[name, value]];
    });
    const page = await books.list(kind, params, { where: Object.fromEntries(given) });
    return { object: 'list', url: `/v1/${path}`, ...page };
  };
}

/** Only the members of metadata can be searched for, and new objects appear late. */
function searched(path: string, kind: Kind): Operation {
  return async ({ books, params }) => {
    params.only('query limit page');
    const query = params.required('query');
    const [, key, value] = /^metadata\[["']([^"']+)["']\]:["']([^"']*)["']$/.exec(query) ?? [];
    if (key === undefined) throw invalid(`We were unable to parse your search query: ${query}`);
    const before = books.now - books.opened.settings.search_lag_s;
    const where = { metadata: { [key]: value } };
    const found = await books.list(kind, params, { where, before });
    return { object: 'search_result', next_page: null, url: `/v1/${path}/search`, ...found };
  };
}

async function customersMethods({ books, params, ids: [customer = ''] }: Call) {
  params.only('limit starting_after ending_before type');
  await methods.presentCustomer(books, customer);
  const page = await books.list('payment_method', params, { where: { customer } });
  return { object: 'list', url: `/v1/customers/${customer}/payment_methods`, ...page };
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST customers': methods.createCustomer,
  'GET customers': listed('customers', 'customer', 'email'),
  'GET customers/search': searched('customers', 'customer'),
  'GET customers/*': methods.retrieveCustomer,
  'POST customers/*': methods.updateCustomer,
  'DELETE customers/*': methods.deleteCustomer,
  'GET customers/*/payment_methods': customersMethods,
  'GET customers/*/payment_methods/*': methods.customersMethod,
  'POST payment_methods': methods.createPaymentMethod,
  'GET payment_methods/*': ({ books, ids: [id = ''] }) =>
    books.get('payment_method', id, { param: 'payment_method' }),
  'POST payment_methods/*/attach': methods.attachMethod,
  'POST payment_methods/*/detach': methods.detachMethod,
  'POST confirmation_tokens': methods.enteredToken,
  'GET confirmation_tokens/*': ({ books, ids: [id = ''] }) =>
    books.get('confirmation_token', id, { param: 'confirmation_token' }),
  'POST test_helpers/confirmation_tokens': methods.testToken,
  'POST payment_intents': intents.createIntent,
  'GET payment_intents': listed('payment_intents', 'payment_intent', 'customer'),
  'GET payment_intents/search': searched('payment_intents', 'payment_intent'),
  'GET payment_intents/*': intents.retrieveIntent,
  'POST payment_intents/*': intents.updateIntent,
  'POST payment_intents/*/confirm': intents.confirmIntent,
  'POST payment_intents/*/capture': intents.captureIntent,
  'POST payment_intents/*/cancel': intents.cancelIntent,
  'POST setup_intents': setups.createSetup,
  'GET setup_intents': listed('setup_intents', 'setup_intent', 'customer payment_method'),
  'GET setup_intents/*': setups.retrieveSetup,
  'POST setup_intents/*': setups.updateSetup,
  'POST setup_intents/*/confirm': setups.confirmSetup,
  'POST setup_intents/*/cancel': setups.cancelSetup,
  'GET charges': listed('charges', 'charge', 'customer payment_intent'),
  'GET charges/*': ({ books, ids: [id = ''] }) => books.get('charge', id),
  'POST refunds': refunds.createRefund,
  'GET refunds': listed('refunds', 'refund', 'charge payment_intent'),
  'GET refunds/*': refunds.retrieveRefund,
  'POST refunds/*': refunds.updateRefund,
  'GET balance_transactions': payouts.listBalance,
  'GET balance_transactions/*': payouts.retrieveEntry,
  'POST payouts': payouts.createPayout,
  'POST payouts/*': payouts.updatePayout,
  'POST payouts/*/reverse': payouts.reversePayout,
  'GET payouts': listed('payouts', 'payout', 'status'),
  'GET payouts/*': payouts.retrievePayout,
  'GET disputes': listed('disputes', 'dispute', 'charge payment_intent'),
  'GET disputes/*': disputes.retrieveDispute,
  'POST disputes/*': disputes.updateDispute,
  'POST disputes/*/close': disputes.closeDispute,
  'POST files': disputes.createFile,
  'GET files/*': disputes.retrieveFile,
  'POST webhook_endpoints': webhooks.createEndpoint,
  'GET webhook_endpoints': listed('webhook_endpoints', 'webhook_endpoint'),
  'GET webhook_endpoints/*': webhooks.retrieveEndpoint,
  'POST webhook_endpoints/*': webhooks.updateEndpoint,
  'DELETE webhook_endpoints/*': webhooks.deleteEndpoint,
  'GET events': listed('events', 'event', 'type'),
  'GET events/*': webhooks.retrieveEvent,
};

/** Whether `POST payment_intents/*` describes `POST payment_intents/pi_1`; what stands for `*`. */
export function matched({
  pattern,
  path,
}: {
  readonly pattern: string;
  readonly path: string;
}): string[] | null {
  const form = `^${pattern.replaceAll('*', '([^/]+)')}$`;
  return new RegExp(form).exec(path)?.slice(1) ?? null;
}

/** @param path method and path below `/v1/` */
export function routeOf(path: string): { readonly work: Operation; readonly ids: string[] } {
  const exact = Object.hasOwn(OPERATIONS, path) ? OPERATIONS[path] : undefined;
  if (exact) return { work: exact, ids: [] };
  for (const [pattern, work] of Object.entries(OPERATIONS)) {
    const ids = matched({ pattern, path });
    if (ids) return { work, ids };
  }
  throw invalid(`Unrecognized request URL (${path}).`, { code: 'parameter_unknown' });
}

/** What a publishable key, which every payer sees, may do. */
export const PUBLIC_PATHS = ['POST confirmation_tokens'];
