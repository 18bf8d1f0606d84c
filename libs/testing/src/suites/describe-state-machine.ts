import type { StateMachine } from '@towpath/kernel';
import { type AnyStateMachine, moveFaults, tableFaults } from './state-machine-faults.js';

export interface StateMachineSuite {
  /** The enum of the contract; the machine's own states when absent. */
  readonly statuses?: readonly string[];
  /** True for what can be switched back and forth, so that no state is the last. */
  readonly endless?: boolean;
}

/**
 * The behaviour of every state machine. Its nodes are the enum, and an event names one status. Each
 * (state, command) pair moves like the table, or is refused with the machine's code.
 */
export function describeStateMachine<S extends string, C extends string, E extends string>(
  machine: StateMachine<S, C, E>,
  { statuses, endless = false }: StateMachineSuite = {},
): void {
  const any: AnyStateMachine = machine;
  describe(`state machine ${machine.name}`, () => {
    it('has the statuses of the contract as nodes, and one status per event', () => {
      expect(tableFaults(any, statuses)).toEqual([]);
    });

    it.each([null, ...any.states])(
      'allows from %s what the table lists, and refuses the rest',
      (from) => {
        expect(moveFaults(any, from)).toEqual([]);
      },
    );

    it(endless ? 'has no last state' : 'ends in at least one state', () => {
      expect(any.states.some((state) => any.isTerminal(state))).toBe(!endless);
    });
  });
}
