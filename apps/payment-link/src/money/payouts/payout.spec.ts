import { PAYOUT_BANK_STATUSES } from '@towpath/kernel';
import { paymentMachine } from '../payments/payment.transitions.js';
import { fundingStep, payoutStep } from './payout.js';
import { payoutMachine } from './payout.transitions.js';

const pairs = payoutMachine.states.flatMap((state) =>
  PAYOUT_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a payout', () => {
  it.each([
    ['SUBMITTED', 'NOT_SEEN', 'SEND'],
    ['SUBMITTED', 'PENDING', 'WAIT'],
    ['SUBMITTED', 'EXECUTED', 'SUCCEED'],
    ['SUBMITTED', 'REJECTED', 'FAIL'],
    ['SUBMITTED', 'RETURNED', 'TAKE_BACK'],
    ['EXECUTED', 'RETURNED', 'TAKE_BACK'],
    ['FAILED', 'EXECUTED', 'CORRECT'],
  ] as const)('in %s with %s at the bank takes the step %s', (state, bankStatus, step) => {
    expect(payoutStep(state, bankStatus)).toBe(step);
  });

  const others = pairs.filter(
    ([state, bankStatus]) =>
      state !== 'SUBMITTED' &&
      !(state === 'FAILED' && bankStatus === 'EXECUTED') &&
      !(state === 'EXECUTED' && bankStatus === 'RETURNED'),
  );
  it.each(others)('in %s with %s at the bank has nothing left to do', (state, bankStatus) => {
    expect(payoutStep(state, bankStatus)).toBe('REST');
  });
});

describe('the payment that pulls the funds of a payout', () => {
  it('is started when there is none yet', () => {
    expect(fundingStep(null)).toBe('PULL');
  });

  it('funds the payout once it is executed, and fails it when it ends otherwise', () => {
    const steps = paymentMachine.states.map((status) => [
      status,
      fundingStep({ status, isReduced: false }),
    ]);
    expect(Object.fromEntries(steps)).toEqual({
      CREATED: 'WAIT',
      AUTHORIZATION_REQUIRED: 'WAIT',
      AUTHORIZING: 'WAIT',
      PROCESSING: 'WAIT',
      SUBMITTED: 'WAIT',
      EXECUTED: 'FUND',
      FAILED: 'FAIL',
      REVOKED: 'FAIL',
      CANCELLED: 'FAIL',
    });
  });

  it('fails the payout when money of the payment went back', () => {
    expect(fundingStep({ status: 'EXECUTED', isReduced: true })).toBe('FAIL');
  });
});
