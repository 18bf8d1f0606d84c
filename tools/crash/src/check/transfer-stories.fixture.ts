import { NO_DISPUTE } from './dispute-stories.fixture.js';
import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';

const DUE = 700;
const LINK = 'link-transferred';
const PAID = 'payment-transferred';
const CURRENCY = 'HKD';

/** A link that is paid by transfer, after one that was too little; one that nobody named. */
export function receiveTransfers(run: EvidenceBuilder): void {
  const { books } = run.evidence;
  const owner = { customer_app_id: APP, payment_link_id: LINK };
  const state = { status: '', sequence: 0 };
  const link = {
    ...owner,
    unique_reference_id: 'transferred',
    ...{ mode: 'PAYMENT', currency: CURRENCY, amount: DUE, external_user_id: 'payer' },
    ...{ ...state, attempt_in_flight: false },
  };
  const attempt = {
    ...{ ...owner, attempt_id: 'attempt-transferred', payment_id: PAID, mandate_id: null },
    ...state,
  };
  const payment = {
    ...{ ...owner, payment_id: PAID, attempt_id: attempt.attempt_id, type: 'MANUAL' },
    ...{ amount: DUE, surcharge_amount: 0, currency: CURRENCY, amount_returned: null },
    ...{ recipient_account_id: ACCOUNT, mandate_id: null, user_id: 'user-1' },
    ...{ external_transaction_reference: null, ...state },
  };
  books.links.push(link);
  books.attempts.push(attempt);
  books.payments.push(payment);
  const moveLink = (to: string) => run.move('payment-link', link, { id: LINK, to });
  const moveAttempt = (to: string) => run.move('attempt', attempt, { id: attempt.attempt_id, to });
  const movePayment = (to: string) =>
    run.move('payment', payment, { id: PAID, to, facts: { payment_id: PAID } });
  moveLink('CREATED');
  moveAttempt('SELECTED');
  movePayment('CREATED');
  arrive(run, { id: 'short', outcome: 'RETURNED', amount: DUE - 1, back: DUE - 1 });
  arrive(run, { id: 'enough', outcome: 'OVERPAID', amount: DUE + 2, back: 2 });
  for (const to of ['PROCESSING', 'EXECUTED']) movePayment(to);
  moveAttempt('SUCCEEDED');
  moveLink('PAID');
  const named = { payment_id: PAID, refund_id: null, amount: DUE };
  book(run, { ...named, kind: 'PAYMENT', ways: ['clearing', 'settlement'] });
  arrive(run, { id: 'unnamed', outcome: 'UNMATCHED', amount: 50, back: 0 });
  const nothing = { payment_id: null, refund_id: null, amount: 50 };
  book(run, { ...nothing, kind: 'UNMATCHED_RECEIPT', ways: ['clearing', 'unmatched'] });
  const content = { mode: 'PAYMENT', currency: CURRENCY, amount: DUE } as const;
  run.call({
    ...{ op: 'create', reference: 'transferred', outcome: 'acknowledged' },
    content: { ...content, external_user_id: 'payer' },
    payment_link_id: LINK,
    seen_status: 'CREATED',
  });
  const read = { op: 'read', reference: 'transferred', payment_link_id: LINK } as const;
  run.call({ ...read, outcome: 'acknowledged', seen_status: 'PAID' });
}

interface Arrived {
  readonly id: string;
  readonly outcome: string;
  readonly amount: number;
  /** Of it, what goes back. */
  readonly back: number;
}

function arrive(run: EvidenceBuilder, { id, outcome, amount, back }: Arrived): void {
  const { books, bank } = run.evidence;
  const refund_id = back > 0 ? `refund-of-${id}` : null;
  books.incoming.push({
    customer_app_id: APP,
    incoming_transfer_id: id,
    ...{ outcome, amount, currency: CURRENCY, payment_account_id: ACCOUNT },
    payment_id: outcome === 'UNMATCHED' ? null : PAID,
    refund_id,
  });
  const owner = { customer_app_id: APP, reference: `IN${id}` };
  bank.transfers.push({ ...owner, amount, currency: CURRENCY });
  if (refund_id === null) return;
  const money = { payment_id: PAID, payout_id: null, amount: back, currency: CURRENCY };
  const kind = 'UNEXPECTED_TRANSFER';
  const refund = { customer_app_id: APP, refund_id, kind, ...money, status: '', sequence: 0 };
  books.refunds.push(refund);
  const facts = { refund_id, payment_id: PAID };
  for (const to of ['SUBMITTED', 'EXECUTED']) {
    run.move('refund', refund, { id: refund_id, to, facts });
  }
  const named = { payment_id: PAID, refund_id, amount: back };
  book(run, { ...named, kind: 'UNEXPECTED_RECEIPT', ways: ['clearing', 'unexpected'] });
  book(run, { ...named, kind: 'UNEXPECTED_RETURN', ways: ['unexpected', 'clearing'] });
}

interface Booked {
  readonly kind: string;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  readonly amount: number;
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
    currency: CURRENCY,
    payout_id: null,
    ...NO_DISPUTE,
    written_by: transfers.length + 1,
  });
}
