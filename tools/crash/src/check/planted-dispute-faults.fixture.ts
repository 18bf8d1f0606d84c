import { fault, remove, row, type PlantedFault } from './planted-fault.fixture.js';

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
