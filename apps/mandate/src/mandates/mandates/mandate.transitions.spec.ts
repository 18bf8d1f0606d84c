import { describeStateMachine } from '@towpath/testing';
import { mandateMachine } from './mandate.transitions.js';

describeStateMachine(mandateMachine);

it('a mandate ends by its last day unless the bank decides; only a live one is revoked', () => {
  const able = (command: 'end' | 'revoke') =>
    mandateMachine.states.filter((state) => mandateMachine.can(state, command));
  expect([able('end'), able('revoke')]).toEqual([
    ['AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED'],
    ['SUCCEEDED'],
  ]);
});

it('nothing cancels a mandate while the bank may be deciding on it', () => {
  const fixed = ['PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED'] as const;
  expect(fixed.filter((state) => mandateMachine.can(state, 'cancel'))).toEqual([]);
});
