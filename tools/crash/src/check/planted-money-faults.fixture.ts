import { fault, remove, row, type PlantedFault } from './planted-fault.fixture.js';

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
