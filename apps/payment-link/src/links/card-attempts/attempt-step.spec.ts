import { GATEWAY_STATUSES } from '@towpath/kernel';
import { attemptStep, preparedAttemptStep, type AttemptStep } from './attempt-step.js';
import {
  ATTEMPT_STATES,
  attemptMachine,
  type AttemptState,
} from '../payment-attempts/payment-attempt.transitions.js';

const DEAD_STATES: AttemptState[] = ['REPLACED', 'CANCELLED'];

describe('an attempt of a payment link', () => {
  const pairs = ATTEMPT_STATES.flatMap((state) =>
    GATEWAY_STATUSES.map((gatewayStatus) => [state, gatewayStatus] as const),
  );

  it.each(pairs)(
    'in %s with the gateway status %s has a step that its state allows',
    (state, gatewayStatus) => {
      const command = {
        SUCCEED: 'succeed',
        FAIL: 'fail',
        DECIDE: 'cancel',
        CORRECT: 'correctToSucceeded',
        ABANDON: 'cancel',
      } as const;
      const step: AttemptStep = attemptStep(state, gatewayStatus);
      const needed = command[step as keyof typeof command];
      expect(needed === undefined || attemptMachine.can(state, needed)).toBe(true);
    },
  );

  it.each(DEAD_STATES)('that is %s voids or refunds what the gateway holds', (state) => {
    expect(attemptStep(state, 'AUTHORIZED')).toBe('VOID');
    expect(attemptStep(state, 'CAPTURED')).toBe('REFUND');
  });

  it('that was not submitted is abandoned when a gateway knows it', () => {
    const steps = GATEWAY_STATUSES.map((gatewayStatus) => attemptStep('SELECTED', gatewayStatus));
    expect(attemptStep('SELECTED', 'NOT_SEEN')).toBe('REST');
    expect(steps.filter((step) => step !== 'ABANDON')).toEqual(['REST']);
  });

  it('is captured only when the link has decided to take the money', () => {
    const capturing = pairs.filter(
      ([state, gatewayStatus]) => attemptStep(state, gatewayStatus) === 'CAPTURE',
    );
    expect(capturing).toEqual([['CAPTURING', 'AUTHORIZED']]);
  });

  it('never fails by silence, a pending answer or a challenge', () => {
    const silence = ['NOT_SEEN', 'PENDING', 'ACTION_REQUIRED'] as const;
    const steps = ATTEMPT_STATES.flatMap((state) =>
      silence.map((gatewayStatus) => attemptStep(state, gatewayStatus)),
    );
    expect(steps).not.toContain('FAIL');
  });

  it('that succeeded is left alone, unless its capture fails late', () => {
    for (const gatewayStatus of GATEWAY_STATUSES) {
      const step = gatewayStatus === 'CAPTURE_FAILED' ? 'TAKE_BACK' : 'REST';
      expect(attemptStep('SUCCEEDED', gatewayStatus)).toBe(step);
    }
  });
});

describe('what the gateway prepared for an attempt', () => {
  it('is confirmed by an attempt that waits for its authorization alone', () => {
    const confirmed = ATTEMPT_STATES.filter((state) => preparedAttemptStep(state) === 'CONFIRM');
    expect(confirmed).toEqual(['AUTHORIZING']);
  });

  it.each([...DEAD_STATES, 'FAILED' as const])('is voided by one that is %s', (state) => {
    expect(preparedAttemptStep(state)).toBe('VOID');
  });

  it.each(['CAPTURING', 'SUCCEEDED'] as const)('is not touched by one that is %s', (state) => {
    expect(preparedAttemptStep(state)).toBe('REST');
  });
});
