import { fault, remove, row, type PlantedFault } from './evidence-builder.fixture.js';

/** Faults with payouts, refunds and bills. */
export const MONEY_FAULTS: readonly PlantedFault[] = [
  fault('PAYOUT_DISAGREES', 'the bank never paid what we call executed', ({ bank }) => {
    remove(bank.payouts, { reference: 'payout-paid' });
  }),
  fault('PAYOUT_DISAGREES', 'the bank paid what we call failed', ({ bank }) => {
    row(bank.payouts, { reference: 'payout-rejected' }).state = 'EXECUTED';
  }),
  fault('PAYOUT_DISAGREES', 'the bank paid what was cancelled', ({ bank }) => {
    const paid = row(bank.payouts, { reference: 'payout-paid' });
    bank.payouts.push({ ...paid, reference: 'payout-cancelled' });
  }),
  fault('PAYOUT_DISAGREES', 'the bank paid another amount', ({ bank }) => {
    row(bank.payouts, { reference: 'payout-paid' }).amount += 1;
  }),
  fault('PAYOUT_DISAGREES', 'the bank paid what nobody asked for', ({ bank }) => {
    const paid = row(bank.payouts, { reference: 'payout-paid' });
    bank.payouts.push({ ...paid, reference: 'payout-of-nobody' });
  }),
  fault('PAYOUT_DISAGREES', 'a payout never came to its end', ({ books }) => {
    row(books.payouts, { payout_id: 'payout-rejected' }).status = 'SUBMITTED';
  }),
  fault('BOOKS_DISAGREE', 'a payout was sent twice', ({ bank }) => {
    bank.payouts.push({ ...row(bank.payouts, { reference: 'payout-paid' }) });
  }),
  fault('REPEAT_MADE_ANOTHER', 'one key made two payouts', ({ books }) => {
    const paid = row(books.payouts, { payout_id: 'payout-paid' });
    books.payouts.push({ ...paid, payout_id: 'payout-again' });
  }),
  fault('TRANSFER_MISSING', 'what failed was never released', ({ books }) => {
    remove(books.transfers, { kind: 'PAYOUT_RELEASE', payout_id: 'payout-rejected' });
  }),
  fault('TRANSFER_EXTRA', 'a payout was booked twice', ({ books }) => {
    books.transfers.push({ ...row(books.transfers, { kind: 'PAYOUT' }) });
  }),
  fault('TRANSFER_MISSING', 'the way back of a refund is not in the ledger', ({ books }) => {
    remove(books.transfers, { kind: 'REFUND' });
  }),
  fault('PAID_MONEY_RETURNED', 'the gateway gave back more than was asked for', ({ gateway }) => {
    row(gateway.entries, { kind: 'REFUND', payment_id: 'payment-paid-1' }).amount += 1;
  }),
  fault('PAID_MONEY_RETURNED', 'a refund never reached the gateway', ({ gateway }) => {
    remove(gateway.entries, { kind: 'REFUND', payment_id: 'payment-paid-1' });
  }),
  fault('BILL_DISAGREES', 'a bill of the source never arrived', ({ books }) => {
    remove(books.bills, { bill_id: 'bill-1' });
  }),
  fault('BILL_DISAGREES', 'a bill was paid, and is open here', ({ books }) => {
    row(books.bills, { bill_id: 'bill-1' }).status = 'UNPAID';
    for (const refund of books.refunds) refund.status = 'FAILED';
  }),
  fault('BILL_DISAGREES', 'a bill is paid without a payment', ({ books }) => {
    row(books.payments, { payment_id: 'payment-paid-1' }).external_transaction_reference = null;
  }),
];

/** Faults with bank transfers, and with payouts that are for something. */
export const TRANSFER_FAULTS: readonly PlantedFault[] = [
  fault('INCOMING_WRONG', 'one cent of a transfer is nowhere', ({ books }) => {
    row(books.incoming, { outcome: 'OVERPAID' }).amount += 1;
  }),
  fault('INCOMING_WRONG', 'what was too much never went back', ({ books }) => {
    row(books.incoming, { outcome: 'OVERPAID' }).refund_id = null;
  }),
  fault('INCOMING_WRONG', 'a payment was executed for too little', ({ books }) => {
    row(books.incoming, { outcome: 'RETURNED' }).outcome = 'PAID';
  }),
  fault('INCOMING_DISAGREES', 'two transfers pay one payment', ({ books }) => {
    const paid = row(books.incoming, { outcome: 'OVERPAID' });
    books.incoming.push({ ...paid, incoming_transfer_id: 'transfer-again' });
  }),
  fault('INCOMING_DISAGREES', 'a payment by transfer was executed for nothing', ({ books }) => {
    remove(books.incoming, { outcome: 'OVERPAID' });
  }),
  fault('INCOMING_DISAGREES', 'the bank has a transfer that we never heard of', ({ bank }) => {
    bank.transfers.push({ ...row(bank.transfers, { reference: 'INshort' }), reference: 'INnews' });
  }),
  fault('INCOMING_DISAGREES', 'we have a transfer that never arrived', ({ bank }) => {
    remove(bank.transfers, { reference: 'INunnamed' });
  }),
  fault('INCOMING_DISAGREES', 'another amount arrived', ({ bank }) => {
    row(bank.transfers, { reference: 'INunnamed' }).amount += 1;
  }),
  fault('INCOMING_DISAGREES', 'money went back that never came', ({ books }) => {
    remove(books.incoming, { outcome: 'RETURNED' });
  }),
  fault('INCOMING_DISAGREES', 'what nobody named is not in the books', ({ books }) => {
    remove(books.transfers, { kind: 'UNMATCHED_RECEIPT' });
  }),
  fault('INCOMING_DISAGREES', 'what an operator gave to a link is still kept', ({ books }) => {
    remove(books.transfers, { kind: 'UNMATCHED_RELEASE' });
  }),
  fault('INCOMING_DISAGREES', 'what an operator sent back is still kept', ({ books }) => {
    remove(books.transfers, { kind: 'UNMATCHED_RETURN' });
  }),
  fault('INCOMING_DISAGREES', 'an operator sent the same money back twice', ({ books }) => {
    books.transfers.push({ ...row(books.transfers, { kind: 'UNMATCHED_RETURN' }) });
  }),
  fault('INCOMING_WRONG', 'what an operator sent back moved something, too', ({ books }) => {
    row(books.incoming, { incoming_transfer_id: 'orphan' }).refund_id = 'refund-of-short';
  }),
  fault('BOOKS_DISAGREE', 'what an operator sent back counts as received', ({ books }) => {
    row(books.incoming, { incoming_transfer_id: 'orphan' }).outcome = 'UNMATCHED';
  }),
  fault('BOOKS_DISAGREE', 'a transfer is in the ledger with another amount', ({ books }) => {
    row(books.transfers, { kind: 'UNMATCHED_RECEIPT' }).amount += 1;
  }),
  fault('PAYOUT_UNFUNDED', 'a scheduled payout was paid without its funds', ({ books }) => {
    row(books.payments, { payment_id: 'payment-funds' }).status = 'FAILED';
  }),
  fault('PAYOUT_UNFUNDED', 'a surcharge was pulled with the funds', ({ books }) => {
    row(books.payments, { payment_id: 'payment-funds' }).surcharge_amount = 1;
  }),
  fault('PAYOUT_UNFUNDED', 'the funds were pulled twice', ({ books }) => {
    const funds = row(books.payments, { payment_id: 'payment-funds' });
    books.payments.push({ ...funds, payment_id: 'payment-funds-again' });
  }),
  fault(
    'REFUND_DISAGREES',
    'a refund is executed, the payout that sends it failed',
    ({ books }) => {
      row(books.refunds, { refund_id: 'refund-sent' }).status = 'FAILED';
    },
  ),
  fault('REFUND_DISAGREES', 'a refund sends another amount', ({ books }) => {
    row(books.refunds, { refund_id: 'refund-sent' }).amount += 1;
  }),
  fault('REFUND_DISAGREES', 'a refund names a payout that is not there', ({ books }) => {
    row(books.refunds, { refund_id: 'refund-sent' }).payout_id = 'payout-of-nobody';
  }),
];

export const DISPUTE_FAULTS: readonly PlantedFault[] = [
  fault('DISPUTE_DISAGREES', 'a notification was acknowledged and lost', ({ disputes }) => {
    disputes.disputes = [];
  }),
  fault('DISPUTE_DISAGREES', 'we have a dispute that nobody opened', ({ disputes }) => {
    disputes.atProcessors = [];
  }),
  fault('DISPUTE_DISAGREES', 'the processor decided otherwise', ({ disputes }) => {
    row(disputes.atProcessors, { state: 'ACCEPTED' }).state = 'WON';
  }),
  fault('DISPUTE_DISAGREES', 'the last notification was not heard', ({ disputes }) => {
    row(disputes.disputes, { position: 5 }).position = 4;
  }),
  fault('DISPUTE_DISAGREES', 'what a bank took back is no dispute', ({ books }) => {
    row(books.payments, { payment_id: 'payment-paid-1' }).amount_returned = 5;
  }),
  fault('DISPUTE_HELD_TWICE', 'a change that holds nothing held the money again', ({ books }) => {
    const held = row(books.transfers, { kind: 'DISPUTE_HOLD', dispute_sequence: 1 });
    books.transfers.push({ ...held, dispute_sequence: 2 });
  }),
  fault('DISPUTE_HELD_TWICE', 'a dispute was raised beyond what is disputed', ({ books }) => {
    const held = row(books.transfers, { kind: 'DISPUTE_HOLD', dispute_sequence: 1 });
    books.transfers.push({ ...held, dispute_sequence: null });
  }),
  fault('DISPUTE_RELEASED_UNWON', 'the money was released before the win', ({ books }) => {
    row(books.transfers, { kind: 'DISPUTE_RELEASE' }).dispute_sequence = 2;
  }),
  fault('DISPUTE_MONEY_WRONG', 'nothing was held', ({ books }) => {
    remove(books.transfers, { kind: 'DISPUTE_HOLD' });
  }),
  fault('DISPUTE_MONEY_WRONG', 'more was lost than contested', ({ books }) => {
    row(books.transfers, { kind: 'DISPUTE_LOSS' }).amount += 1;
  }),
];
