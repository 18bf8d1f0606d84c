import type { Call, StripeBooks } from '../books/stripe-books.js';
import { book, bookOwn } from '../books/stripe-money.js';
import type { BalanceTransaction, Payout } from '../books/stripe-objects.js';
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
  if (payout !== null && !(await books.get('payout', payout, { param: 'payout' })).automatic) {
    throw invalid('Only automatic payouts have a list of balance transactions.', {
      param: 'payout',
    });
  }
  const inner = payout === null ? {} : { payout };
  const page = await books.list('balance_transaction', params, { where, inner });
  return { object: 'list', url: '/v1/balance_transactions', ...page };
}

export const retrieveEntry = ({ books, ids: [id = ''] }: Call) =>
  books.get('balance_transaction', id);
export const retrievePayout = ({ books, ids: [id = ''] }: Call) =>
  books.get('payout', id, { param: 'payout' });

/** What no payout contains yet. */
async function openEntries(books: StripeBooks, currency: string): Promise<BalanceTransaction[]> {
  const open: BalanceTransaction[] = [];
  for (let more = true; more;) {
    const after = open.at(-1)?.id;
    const params = StripeParams.of({ limit: '100', ...(after ? { starting_after: after } : {}) });
    const page = await books.list('balance_transaction', params, {
      where: { currency },
      isPaidOut: false,
    });
    open.push(...page.data);
    more = page.has_more;
  }
  return open;
}

const sumOf = (entries: readonly BalanceTransaction[]) =>
  entries.reduce((sum, { net }) => sum + net, 0);

export const ENDS = ['paid', 'failed'] as const;

/** The processor pays out what the balance in one currency holds; `in_transit` until the bank has it. */
export async function payOut(
  books: StripeBooks,
  { currency, status }: { readonly currency: string; readonly status: 'in_transit' | 'paid' },
): Promise<Payout> {
  const open = await openEntries(books, currency);
  const amount = sumOf(open);
  if (amount <= 0) throw invalid('There is nothing to pay out.');
  const id = books.newId('payout');
  const entry = bookPayout(books, { id, amount, currency });
  for (const each of [...open, entry]) books.changeInner(each, { payout: id });
  const payout = addPayout(books, { id, amount, currency, entry, status });
  return status === 'paid' ? paid(books, payout) : payout;
}

const METHODS = ['standard', 'instant'] as const;

/**
 * Ordered by the merchant: nothing says of which entries it is. An instant one costs 1 percent. What the
 * balance does not have available yet is advanced.
 */
export async function createPayout({ books, params }: Call): Promise<Payout> {
  params.only('amount currency metadata method');
  const amount = params.integer('amount') ?? 0;
  const currency = params.required('currency');
  const method = params.one('method', METHODS) ?? 'standard';
  const fee = method === 'instant' ? Math.round(amount / 100) : 0;
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' });
  const open = await openEntries(books, currency);
  if (amount + fee > sumOf(open))
    throw invalid('You have insufficient funds.', { code: 'balance_insufficient' });
  const available = sumOf(open.filter(({ available_on: from }) => from <= books.now));
  const lacking = amount + fee - Math.max(0, available);
  if (method === 'instant' && lacking > 0) {
    bookOwn(books, { type: 'advance', amount: lacking, currency });
    bookOwn(books, { type: 'advance_funding', amount: -lacking, currency });
  }
  const id = books.newId('payout');
  const entry = bookPayout(books, { id, amount, currency, fee });
  const metadata = params.metadata();
  const ordered = { automatic: false, method, metadata };
  return addPayout(books, { id, amount, currency, entry, status: 'in_transit', ordered });
}

export async function updatePayout({ books, params, ids: [id = ''] }: Call): Promise<Payout> {
  params.only('metadata');
  const payout = await books.get('payout', id, { param: 'payout' });
  return books.change(payout, { metadata: params.metadata(payout.metadata) });
}

/** Collects the money of a paid one from the bank again. */
export async function reversePayout({ books, params, ids: [paid = ''] }: Call): Promise<Payout> {
  params.only('metadata');
  const original = await books.get('payout', paid, { param: 'payout' });
  if (original.status !== 'paid' || original.reversed_by !== null)
    throw invalid('This payout cannot be reversed.', { param: 'payout' });
  const [id, amount] = [books.newId('payout'), -original.amount];
  const { currency } = original;
  const entry = bookPayout(books, { id, amount, currency });
  books.change(original, { reversed_by: id });
  const metadata = params.metadata();
  const ordered = {
    automatic: false,
    method: 'standard',
    metadata,
    original_payout: paid,
  } as const;
  return addPayout(books, { id, amount, currency, entry, status: 'in_transit', ordered });
}

interface NewPayout {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

function bookPayout(
  books: StripeBooks,
  { id, amount, ...moved }: NewPayout & { readonly fee?: number },
): BalanceTransaction {
  const named = { type: 'payout', category: 'payout', source: id } as const;
  return book(books, { ...named, amount: -amount, ...moved });
}

function addPayout(
  books: StripeBooks,
  {
    entry,
    ordered,
    ...made
  }: NewPayout & {
    readonly entry: BalanceTransaction;
    readonly status: 'in_transit' | 'paid';
    readonly ordered?: Partial<Payout>;
  },
): Payout {
  const payout = books.add('payout', {
    ...made,
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date: books.now,
    automatic: true,
    balance_transaction: entry.id,
    created: books.now,
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
    reconciliation_status: ordered ? 'not_applicable' : 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    trace_id: null,
    type: 'bank_account',
    ...ordered,
  });
  books.emit('payout.created', payout);
  return payout;
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
