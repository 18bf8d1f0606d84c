import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';
import { book, MandateTrace } from './mandate-stories.fixture.js';
import { payout } from './money-stories.fixture.js';

const AMOUNT = 1_000;
const FUNDS = 'payment-funds';
const MANDATE = 'mandate-of-funds';

/** A payout with funds of its own, pulled on a mandate, which then go back to their payer. */
export function payForPurposes(run: EvidenceBuilder): void {
  const trace = new MandateTrace(run, MANDATE).accepted();
  const scheduled = 'payout-scheduled';
  const payment = {
    customer_app_id: APP,
    payment_id: FUNDS,
    ...{ payment_link_id: null, attempt_id: null, type: 'MANDATE', status: '' },
    ...{ amount: AMOUNT, surcharge_amount: 0, currency: 'HKD', amount_returned: null },
    ...{ recipient_account_id: ACCOUNT, mandate_id: MANDATE, user_id: 'user-1' },
    external_transaction_reference: scheduled,
    sequence: 0,
  };
  run.evidence.books.payments.push(payment);
  for (const to of ['PROCESSING', 'SUBMITTED', 'EXECUTED']) {
    run.move('payment', payment, { id: FUNDS, to, facts: { payment_id: FUNDS } });
  }
  book(run, { id: FUNDS, amount: AMOUNT, kind: 'PAYMENT' });
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
