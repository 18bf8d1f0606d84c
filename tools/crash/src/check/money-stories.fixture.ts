import { NO_DISPUTE } from './dispute-stories.fixture.js';
import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';

const AMOUNT = 1_000;
const MONEY = { amount: AMOUNT, currency: 'HKD' } as const;
const PAID = 'payment-paid-1';

/** Payouts that were paid, rejected, cancelled and corrected; a refund; a bill. */
export function moveMoneyOut(run: EvidenceBuilder): void {
  const began = ['PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED'];
  payout(run, { name: 'paid', ways: [...began, 'EXECUTED'] });
  payout(run, { name: 'rejected', ways: [...began, 'FAILED'] });
  payout(run, { name: 'corrected', ways: [...began, 'FAILED', 'EXECUTED'] });
  payout(run, { name: 'cancelled', ways: ['CREATED', 'CANCELLED'] });
  // the webhooks of a payment report both: this one's third change comes before the other's second
  const corrected = ['SUBMITTED', 'FAILED', 'EXECUTED'];
  refund(run, { id: 'refund-corrected', ways: corrected, kind: 'REFUND' });
  refund(run, { id: 'refund-asked', ways: ['SUBMITTED', 'EXECUTED'], kind: 'REFUND' });
  refund(run, { id: 'refund-refused', ways: ['SUBMITTED', 'FAILED'], kind: 'REFUND_RELEASE' });
  bill(run);
}

interface Paid {
  readonly name: string;
  readonly ways: readonly string[];
  /** The direct debit that pulls its funds, of a scheduled one. */
  readonly fundedBy?: string;
}

export function payout(run: EvidenceBuilder, { name, ways, fundedBy }: Paid): void {
  const { books, bank } = run.evidence;
  const id = `payout-${name}`;
  const row = {
    customer_app_id: APP,
    payout_id: id,
    type: fundedBy === undefined ? 'ON_DEMAND' : 'SCHEDULED',
    ...MONEY,
    sender_account_id: ACCOUNT,
    external_transaction_reference: id,
    funding_payment_id: fundedBy ?? null,
    status: '',
    sequence: 0,
  };
  books.payouts.push(row);
  for (const to of ways) run.move('payout', row, { id, to });
  if (!ways.includes('SUBMITTED')) return;
  const state = ways.includes('EXECUTED') ? 'EXECUTED' : 'REJECTED';
  const order = { customer_app_id: APP, reference: id, debtor_account: ACCOUNT };
  bank.payouts.push({ ...order, state, ...MONEY });
  const named = { payout_id: id, payment_id: null, refund_id: null };
  book(run, { ...named, kind: 'PAYOUT_HOLD', ways: ['settlement', 'payout'] });
  const failed = ways.includes('FAILED');
  if (failed) book(run, { ...named, kind: 'PAYOUT_RELEASE', ways: ['payout', 'settlement'] });
  if (state === 'REJECTED') return;
  if (failed) book(run, { ...named, kind: 'PAYOUT_CORRECTION', ways: ['settlement', 'clearing'] });
  else book(run, { ...named, kind: 'PAYOUT', ways: ['payout', 'clearing'] });
}

function refund(
  run: EvidenceBuilder,
  asked: { readonly id: string; readonly ways: readonly string[]; readonly kind: string },
): void {
  const { id, ways, kind } = asked;
  const { books, gateway } = run.evidence;
  const owner = { customer_app_id: APP, refund_id: id, payment_id: PAID };
  const row = { ...owner, kind: 'REQUESTED', payout_id: null, ...MONEY, status: '', sequence: 0 };
  books.refunds.push(row);
  for (const to of ways) run.move('refund', row, { id, to, facts: { payment_id: PAID } });
  const named = { payout_id: null, payment_id: PAID, refund_id: id };
  book(run, { ...named, kind: 'REFUND_HOLD', ways: ['settlement', 'unexpected'] });
  const end = kind === 'REFUND' ? 'clearing' : 'settlement';
  book(run, { ...named, kind, ways: ['unexpected', end] });
  if (kind !== 'REFUND') return;
  gateway.entries.push({
    customer_app_id: APP,
    reference: 'attempt-paid-1',
    payment_id: PAID,
    merchant_account: ACCOUNT,
    kind: 'REFUND',
    ...MONEY,
  });
}

function bill(run: EvidenceBuilder): void {
  const { books, bank } = run.evidence;
  const payment = books.payments.find(({ payment_id: id }) => id === PAID);
  if (!payment) throw new Error('nothing was paid');
  payment.external_transaction_reference = 'BILL-1';
  const row = {
    customer_app_id: APP,
    bill_id: 'bill-1',
    external_bill_id: 'number-1',
    bill_reference_id: 'BILL-1',
    user_id: payment.user_id,
    amount: payment.amount,
    currency: payment.currency,
    status: '',
    sequence: 0,
  };
  books.bills.push(row);
  for (const to of ['UNPAID', 'PAID']) run.move('bill', row, { id: row.bill_id, to });
  const source = { customer_app_id: APP, bill_number: 'number-1', voided: false };
  bank.bills.push({ ...source, amount: payment.amount });
}

interface Booked {
  readonly kind: string;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  readonly payout_id: string | null;
  readonly ways: readonly [debit: string, credit: string];
}

function book(run: EvidenceBuilder, { ways: [debit, credit], ...named }: Booked): void {
  const { transfers } = run.evidence.books;
  transfers.push({
    customer_app_id: APP,
    ledger_transfer_id: `transfer-${transfers.length + 1}`,
    ...named,
    debit_account: `${debit}:${ACCOUNT}`,
    credit_account: `${credit}:${ACCOUNT}`,
    ...MONEY,
    ...NO_DISPUTE,
    written_by: transfers.length + 1,
  });
}
