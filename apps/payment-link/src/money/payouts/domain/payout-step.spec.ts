import { PAYOUT_TRUTHS, payoutStep } from './payout-step.js';
import { PAYOUT_STATES } from './payout.transitions.js';

const pairs = PAYOUT_STATES.flatMap((state) =>
  PAYOUT_TRUTHS.map((truth) => [state, truth] as const),
);

describe('what a bank says of a payout', () => {
  it.each([
    ['SUBMITTED', 'NOT_SEEN', 'SEND'],
    ['SUBMITTED', 'PENDING', 'WAIT'],
    ['SUBMITTED', 'EXECUTED', 'SUCCEED'],
    ['SUBMITTED', 'REJECTED', 'FAIL'],
    ['FAILED', 'EXECUTED', 'CORRECT'],
  ] as const)('%s, %s: %s', (state, truth, step) => {
    expect(payoutStep(state, truth)).toBe(step);
  });

  const others = pairs.filter(
    ([state, truth]) => state !== 'SUBMITTED' && !(state === 'FAILED' && truth === 'EXECUTED'),
  );
  it.each(others)('%s, %s: nothing is left to do', (state, truth) => {
    expect(payoutStep(state, truth)).toBe('REST');
  });
});
