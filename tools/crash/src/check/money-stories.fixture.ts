import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';
import { MandateTrace } from './mandate-stories.fixture.js';

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

function payout(run: EvidenceBuilder, { name, ways, fundedBy }: Paid): void {
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
  const named = { amount: AMOUNT, payout_id: id };
  run.book(['settlement', 'payout'], { ...named, kind: 'PAYOUT_HOLD' });
  const failed = ways.includes('FAILED');
  if (failed) run.book(['payout', 'settlement'], { ...named, kind: 'PAYOUT_RELEASE' });
  if (state === 'REJECTED') return;
  if (failed) run.book(['settlement', 'clearing'], { ...named, kind: 'PAYOUT_CORRECTION' });
  else run.book(['payout', 'clearing'], { ...named, kind: 'PAYOUT' });
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
  const named = { amount: AMOUNT, payment_id: PAID, refund_id: id };
  run.book(['settlement', 'unexpected'], { ...named, kind: 'REFUND_HOLD' });
  const end = kind === 'REFUND' ? 'clearing' : 'settlement';
  run.book(['unexpected', end], { ...named, kind });
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

const DUE = 700;
const LINK = 'link-transferred';
const TRANSFERRED = 'payment-transferred';

/** A link that is paid by transfer, after one that was too little; one that nobody named. */
export function receiveTransfers(run: EvidenceBuilder): void {
  const { books } = run.evidence;
  const owner = { customer_app_id: APP, payment_link_id: LINK };
  const state = { status: '', sequence: 0 };
  const link = {
    ...owner,
    unique_reference_id: 'transferred',
    ...{ mode: 'PAYMENT', currency: 'HKD', amount: DUE, external_user_id: 'payer' },
    ...{ ...state, attempt_in_flight: false },
  };
  const attempt = {
    ...{ ...owner, attempt_id: 'attempt-transferred', payment_id: TRANSFERRED, mandate_id: null },
    gateway_reference: null,
    ...state,
  };
  const payment = run.payment({
    ...{
      ...owner,
      payment_id: TRANSFERRED,
      attempt_id: attempt.attempt_id,
      type: 'MANUAL',
      amount: DUE,
    },
  });
  books.links.push(link);
  books.attempts.push(attempt);
  const moveLink = (to: string) => run.move('payment-link', link, { id: LINK, to });
  const moveAttempt = (to: string) => run.move('attempt', attempt, { id: attempt.attempt_id, to });
  const movePayment = (to: string) =>
    run.move('payment', payment, { id: TRANSFERRED, to, facts: { payment_id: TRANSFERRED } });
  moveLink('CREATED');
  moveAttempt('SELECTED');
  movePayment('CREATED');
  arrive(run, { id: 'short', outcome: 'RETURNED', amount: DUE - 1, back: DUE - 1 });
  arrive(run, { id: 'enough', outcome: 'OVERPAID', amount: DUE + 2, back: 2 });
  for (const to of ['PROCESSING', 'EXECUTED']) movePayment(to);
  moveAttempt('SUCCEEDED');
  moveLink('PAID');
  const named = { payment_id: TRANSFERRED, amount: DUE };
  run.book(['clearing', 'settlement'], { ...named, kind: 'PAYMENT' });
  arrive(run, { id: 'unnamed', outcome: 'UNMATCHED', amount: 50, back: 0 });
  const nothing = { amount: 50 };
  run.book(['clearing', 'unmatched'], { ...nothing, kind: 'UNMATCHED_RECEIPT' });
  decide(run);
  const content = { mode: 'PAYMENT', currency: 'HKD', amount: DUE } as const;
  run.call({
    ...{ op: 'create', reference: 'transferred', outcome: 'acknowledged' },
    content: { ...content, external_user_id: 'payer' },
    payment_link_id: LINK,
    seen_status: 'CREATED',
  });
  const read = { op: 'read', reference: 'transferred', payment_link_id: LINK } as const;
  run.call({ ...read, outcome: 'acknowledged', seen_status: 'PAID' });
}

/** Operators decided about two transfers that named nothing. */
function decide(run: EvidenceBuilder): void {
  const [given, orphan] = [{ amount: 40 }, { amount: 30 }];
  for (const money of [given, orphan]) {
    run.book(['clearing', 'unmatched'], { ...money, kind: 'UNMATCHED_RECEIPT' });
  }
  const to = { payment_id: TRANSFERRED, refund_id: 'refund-of-given' };
  run.book(['unmatched', 'clearing'], { ...given, ...to, kind: 'UNMATCHED_RELEASE' });
  arrive(run, { id: 'given', outcome: 'RETURNED', ...given, back: given.amount });
  run.book(['unmatched', 'clearing'], { ...orphan, kind: 'UNMATCHED_RETURN' });
  arrive(run, { id: 'orphan', outcome: 'RETURNED', ...orphan, back: 0 });
}

interface Arrived {
  readonly id: string;
  readonly outcome: string;
  readonly amount: number;
  /** Of it, what goes back to the payer of the payment. */
  readonly back: number;
}

function arrive(run: EvidenceBuilder, { id, outcome, amount, back }: Arrived): void {
  const { books, bank } = run.evidence;
  const refund_id = back > 0 ? `refund-of-${id}` : null;
  books.incoming.push({
    customer_app_id: APP,
    incoming_transfer_id: id,
    ...{ outcome, amount, currency: 'HKD', payment_account_id: ACCOUNT },
    payment_id: back > 0 ? TRANSFERRED : null,
    refund_id,
  });
  const owner = { customer_app_id: APP, reference: `IN${id}` };
  bank.transfers.push({ ...owner, amount, currency: 'HKD' });
  if (refund_id === null) return;
  const money = { payment_id: TRANSFERRED, payout_id: null, amount: back, currency: 'HKD' };
  const kind = 'UNEXPECTED_TRANSFER';
  const refund = { customer_app_id: APP, refund_id, kind, ...money, status: '', sequence: 0 };
  books.refunds.push(refund);
  const facts = { refund_id, payment_id: TRANSFERRED };
  for (const to of ['SUBMITTED', 'EXECUTED']) {
    run.move('refund', refund, { id: refund_id, to, facts });
  }
  const named = { payment_id: TRANSFERRED, refund_id, amount: back };
  run.book(['clearing', 'unexpected'], { ...named, kind: 'UNEXPECTED_RECEIPT' });
  run.book(['unexpected', 'clearing'], { ...named, kind: 'UNEXPECTED_RETURN' });
}

const FUNDS = 'payment-funds';
const MANDATE = 'mandate-of-funds';

/** A payout with funds of its own, pulled on a mandate, which then go back to their payer. */
export function payForPurposes(run: EvidenceBuilder): void {
  const trace = new MandateTrace(run, MANDATE).accepted();
  const scheduled = 'payout-scheduled';
  const payment = run.payment({
    ...{ payment_id: FUNDS, amount: AMOUNT, mandate_id: MANDATE },
    external_transaction_reference: scheduled,
  });
  for (const to of ['PROCESSING', 'SUBMITTED', 'EXECUTED']) {
    run.move('payment', payment, { id: FUNDS, to, facts: { payment_id: FUNDS } });
  }
  run.book(['clearing', 'settlement'], { payment_id: FUNDS, amount: AMOUNT, kind: 'PAYMENT' });
  trace.collect(FUNDS, AMOUNT, 'EXECUTED');
  const ways = ['CREATED', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED', 'EXECUTED'];
  payout(run, { name: 'scheduled', ways, fundedBy: FUNDS });
  const sent = ['PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED', 'EXECUTED'];
  payout(run, { name: 'refunding', ways: sent });
  const refund = {
    customer_app_id: APP,
    ...{ refund_id: 'refund-sent', payment_id: FUNDS, kind: 'REQUESTED' },
    ...{ payout_id: 'payout-refunding', amount: AMOUNT, currency: 'HKD', status: '', sequence: 0 },
  };
  run.evidence.books.refunds.push(refund);
  for (const to of ['SUBMITTED', 'EXECUTED']) {
    const facts = { payment_id: FUNDS };
    run.move('refund', refund, { id: refund.refund_id, to, facts });
  }
}
