import { fault, remove, row, type PlantedFault } from './planted-fault.fixture.js';

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
