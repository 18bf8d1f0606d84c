import { newId, type DisputeId, type PaymentId } from '@towpath/kernel';
import type { TransferKind } from '../../money/ledger/ledger.js';
import type { PaymentTransfer } from '../../money/ledger/ledger.reads.js';
import { heldDisputes } from './executed-payments.js';

const START = Date.parse('2031-03-01T12:00:00.000Z');
const names = { paymentId: newId<PaymentId>(new Date(START)), refundId: null };
const disputeId = newId<DisputeId>(new Date(START));

/** A transfer of a dispute, at a minute. */
const transfer = ([kind, minute, amount = 100]: readonly [TransferKind, number, number?]) => {
  const occurredAt = new Date(START + minute * 60_000);
  return { ...names, disputeId, kind, amount, currency: 'HKD', occurredAt } as PaymentTransfer;
};

describe('what disputes took at a processor, and what came back', () => {
  it.each<[string, (readonly [TransferKind, number, number?])[], number[], number[]]>([
    [
      'a loss that is corrected',
      [
        ['DISPUTE_HOLD', 0],
        ['DISPUTE_LOSS', 1],
        ['DISPUTE_LOSS_REVERSAL', 2],
      ],
      [100],
      [100],
    ],
    [
      'a second chargeback',
      [
        ['DISPUTE_HOLD', 0],
        ['DISPUTE_RELEASE', 1],
        ['DISPUTE_HOLD', 2],
      ],
      [200],
      [100],
    ],
    [
      'an appeal, which moves nothing until it is won',
      [
        ['DISPUTE_HOLD', 0],
        ['DISPUTE_LOSS', 1],
        ['DISPUTE_LOSS_REVERSAL', 2],
        ['DISPUTE_HOLD', 2],
        ['DISPUTE_RELEASE', 3],
      ],
      [100],
      [100],
    ],
  ])('of %s', (_what, moved, taken, back) => {
    const { DISPUTE, DISPUTE_REVERSED } = heldDisputes(moved.map(transfer));
    const amounts = ({ parts }: typeof DISPUTE) => parts?.map(({ amount }) => amount);
    expect(amounts(DISPUTE)).toEqual(taken);
    expect(amounts(DISPUTE_REVERSED)).toEqual(back);
  });
});
