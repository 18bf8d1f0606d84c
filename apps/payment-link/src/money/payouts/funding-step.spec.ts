import { PAYMENT_STATES } from '../payments/domain/payment.transitions.js';
import { fundingStep } from './funding-step.js';

describe('the payment that pulls the funds of a payout', () => {
  it('is started when there is none yet', () => {
    expect(fundingStep(null)).toBe('PULL');
  });

  it('funds the payout once it is executed, and fails it when it ends otherwise', () => {
    const steps = PAYMENT_STATES.map((status) => [
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
