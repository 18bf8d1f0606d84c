import { PAYOUT_BANK_STATUSES, payoutStep } from './payout-step.js';
import { PAYOUT_STATES } from './payout.transitions.js';

const pairs = PAYOUT_STATES.flatMap((state) =>
  PAYOUT_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a payout', () => {
  it.each([
    ['SUBMITTED', 'NOT_SEEN', 'SEND'],
    ['SUBMITTED', 'PENDING', 'WAIT'],
    ['SUBMITTED', 'EXECUTED', 'SUCCEED'],
    ['SUBMITTED', 'REJECTED', 'FAIL'],
    ['FAILED', 'EXECUTED', 'CORRECT'],
  ] as const)('in %s with %s at the bank takes the step %s', (state, bankStatus, step) => {
    expect(payoutStep(state, bankStatus)).toBe(step);
  });

  const others = pairs.filter(
    ([state, bankStatus]) =>
      state !== 'SUBMITTED' && !(state === 'FAILED' && bankStatus === 'EXECUTED'),
  );
  it.each(others)('in %s with %s at the bank has nothing left to do', (state, bankStatus) => {
    expect(payoutStep(state, bankStatus)).toBe('REST');
  });
});
