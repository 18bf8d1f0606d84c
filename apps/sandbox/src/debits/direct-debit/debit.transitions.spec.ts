import { describeStateMachine } from '@towpath/testing';
import { collectionMachine, debitMandateMachine } from './debit.transitions.js';

describeStateMachine(debitMandateMachine);
describeStateMachine(collectionMachine);

it('nothing revives a mandate, and only money that moved can be returned', () => {
  const ended = ['REJECTED', 'REVOKED', 'CANCELLED'] as const;
  expect(ended.every((state) => debitMandateMachine.isTerminal(state))).toBe(true);
  const returnable = collectionMachine.states.filter((state) =>
    collectionMachine.can(state, 'return'),
  );
  expect(returnable).toEqual(['PAID']);
});
