import { GATEWAY_STATUSES } from '@towpath/kernel';
import { attemptStep, type AttemptStep } from './attempt-step.js';
import {
  ATTEMPT_STATES,
  attemptMachine,
  type AttemptState,
} from './payment-attempt.transitions.js';

const DEAD_STATES: AttemptState[] = ['REPLACED', 'CANCELLED'];

describe('what the gateway says decides what we do', () => {
  const pairs = ATTEMPT_STATES.flatMap((state) =>
    GATEWAY_STATUSES.map((gatewayStatus) => [state, gatewayStatus] as const),
  );

  it.each(pairs)('%s and %s has an answer that the attempt allows', (state, gatewayStatus) => {
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
  });

  it.each(DEAD_STATES)('gives back what a gateway holds for a %s attempt', (state) => {
    expect(attemptStep(state, 'AUTHORIZED')).toBe('VOID');
    expect(attemptStep(state, 'CAPTURED')).toBe('REFUND');
  });

  it('ends an attempt that was not submitted and that a gateway knows', () => {
    const steps = GATEWAY_STATUSES.map((gatewayStatus) => attemptStep('SELECTED', gatewayStatus));
    expect(attemptStep('SELECTED', 'NOT_SEEN')).toBe('REST');
    expect(steps.filter((step) => step !== 'ABANDON')).toEqual(['REST']);
  });

  it('captures only what the link has decided to take', () => {
    const capturing = pairs.filter(
      ([state, gatewayStatus]) => attemptStep(state, gatewayStatus) === 'CAPTURE',
    );
    expect(capturing).toEqual([['CAPTURING', 'AUTHORIZED']]);
  });

  it('never takes silence, a pending answer or a challenge for a failure', () => {
    const silence = ['NOT_SEEN', 'PENDING', 'ACTION_REQUIRED'] as const;
    const steps = ATTEMPT_STATES.flatMap((state) =>
      silence.map((gatewayStatus) => attemptStep(state, gatewayStatus)),
    );
    expect(steps).not.toContain('FAIL');
  });

  it('leaves a succeeded attempt alone, whatever arrives late', () => {
    const steps = GATEWAY_STATUSES.map((gatewayStatus) => attemptStep('SUCCEEDED', gatewayStatus));
    expect(new Set(steps)).toEqual(new Set(['REST']));
  });
});
