import type { Call, StripeBooks } from '../books/stripe-books.js';
import { book } from '../books/stripe-money.js';
import type { Payout } from '../books/stripe-objects.js';
import { StripeParams } from '../books/stripe-params.js';
import { invalid } from '../books/stripe-refusal.js';

const LISTED = 'limit starting_after ending_before created';

/** Newest first. Those of a payout are named by it. */
export async function listBalance({ books, params }: Call) {
  params.only(`${LISTED} currency payout source type`);
  const where: Record<string, string> = {};
  for (const name of ['currency', 'source', 'type']) {
    const value = params.text(name);
    if (value !== null) where[name] = value;
  }
  const payout = params.text('payout');
  const inner = payout === null ? {} : { payout };
  const page = await books.list('balance_transaction', params, { where, inner });
  return { object: 'list', url: '/v1/balance_transactions', ...page };
}

export const retrieveEntry = ({ books, ids: [id = ''] }: Call) =>
  books.get('balance_transaction', id);
export const retrievePayout = ({ books, ids: [id = ''] }: Call) =>
  books.get('payout', id, { param: 'payout' });

const ALL = StripeParams.of({ limit: '100' });

export const ENDS = ['paid', 'failed'] as const;

/** The processor pays out what the balance in one currency holds; `in_transit` until the bank has it. */
export async function payOut(
  books: StripeBooks,
  { currency, status }: { readonly currency: string; readonly status: 'in_transit' | 'paid' },
): Promise<Payout> {
  const open = await books.list('balance_transaction', ALL, {
    where: { currency },
    isPaidOut: false,
  });
  if (open.has_more) throw invalid('A payout has at most 100 entries here.');
  const amount = open.data.reduce((sum, { net }) => sum + net, 0);
  if (amount <= 0) throw invalid('There is nothing to pay out.');
  const id = books.newId('payout');
  const entry = book(books, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    currency,
    source: id,
  });
  for (const each of [...open.data, entry]) books.changeInner(each, { payout: id });
  const payout = books.add('payout', {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: books.now,
    automatic: true,
    balance_transaction: entry.id,
    created: books.now,
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: books.livemode,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status,
    trace_id: null,
    type: 'bank_account',
  });
  books.emit('payout.created', payout);
  return status === 'paid' ? paid(books, payout) : payout;
}

function paid(books: StripeBooks, payout: Payout): Payout {
  books.change(payout, { status: 'paid' });
  books.emit('payout.paid', payout);
  return payout;
}

/** The bank has it, or returned it, also after it had it. */
export function endPayout(
  books: StripeBooks,
  payout: Payout,
  status: (typeof ENDS)[number],
): Payout {
  if (status === 'failed') return failPayout(books, payout);
  if (payout.status !== 'in_transit') throw invalid('The payout has ended already.');
  return paid(books, payout);
}

/** The bank returned it: the money is in the balance again. */
function failPayout(books: StripeBooks, payout: Payout): Payout {
  if (payout.status === 'failed') throw invalid('The payout has failed already.');
  const { amount, currency, id: source } = payout;
  const entry = book(books, {
    ...{ type: 'payout_failure', category: 'payout_reversal', amount, currency, source },
  });
  books.change(payout, {
    status: 'failed',
    failure_balance_transaction: entry.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
  books.emit('payout.failed', payout);
  return payout;
}
