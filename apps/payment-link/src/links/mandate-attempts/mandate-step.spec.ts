import {
  ATTEMPT_STATES,
  attemptMachine,
  OCCUPYING_STATES,
  type AttemptState,
} from '../payment-attempts/payment-attempt.transitions.js';
import { REPORTED_STATES, mandateStep } from './mandate-step.js';

const pairs = ATTEMPT_STATES.flatMap((state) =>
  REPORTED_STATES.map((reported) => [state, reported, mandateStep(state, reported)] as const),
);
const statesWith = (wanted: string) => [
  ...new Set(pairs.filter(([, , step]) => step === wanted).map(([state]) => state)),
];

describe('an attempt by mandate', () => {
  const commands = { FAIL: ['fail'], LEAVE: ['replace'], CANCEL: ['cancel'] } as const;
  const moving = pairs.filter(([, , step]) => step in commands);

  it.each(moving)(
    'in %s with the mandate %s takes the step %s, which its state allows',
    (state, _, step) => {
      const [command] = commands[step as keyof typeof commands];
      expect(attemptMachine.can(state, command)).toBe(true);
    },
  );

  it('goes live only when it is confirmed', () => {
    expect(statesWith('GO_LIVE')).toEqual(['CONFIRMED']);
  });

  it('gives up only a mandate that went live unconfirmed', () => {
    const confirmed: readonly AttemptState[] = ['CONFIRMED', 'CAPTURING', 'SUCCEEDED'];
    expect(statesWith('GIVE_UP')).toEqual(['SELECTED', 'CANCELLED', 'REPLACED']);
    expect(statesWith('GIVE_UP').filter((state) => confirmed.includes(state))).toEqual([]);
  });

  it('that is over does not move', () => {
    const over = ATTEMPT_STATES.filter((state) => !OCCUPYING_STATES.some((open) => open === state));
    const moved = moving.filter(([state]) => over.includes(state));
    expect(moved).toEqual([]);
  });
});
