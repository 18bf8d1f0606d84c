import { defineStateMachine, type CommandOf, type StateOf } from '@towpath/kernel';

export const disputeHoldMachine = defineStateMachine({
  name: 'dispute hold',
  /** States of a dispute's money in the ledger. */
  states: ['HELD', 'RELEASED', 'SETTLED'],
  refusal: 'INVALID_DISPUTE_STATUS',
  edges: [
    {
      from: null,
      command: 'hold',
      to: 'HELD',
      when: 'a card holder contests the payment',
    },
    {
      from: 'RELEASED',
      command: 'hold',
      to: 'HELD',
      when: 'the card holder contests it again after the dispute was won',
    },
    { from: 'HELD', command: 'release', to: 'RELEASED', when: 'the dispute is WON' },
    { from: 'HELD', command: 'settle', to: 'SETTLED', when: 'it is LOST or ACCEPTED' },
    {
      from: 'SETTLED',
      command: 'reverse',
      to: 'RELEASED',
      when: 'the processor corrects a dispute that it had closed',
    },
  ],
});

export type DisputeHoldState = StateOf<typeof disputeHoldMachine>;
export type DisputeHoldCommand = CommandOf<typeof disputeHoldMachine>;

/** The commands from the present state of the money to the state that the dispute requires. */
export function routeToHold(
  from: DisputeHoldState | null,
  to: DisputeHoldState,
): readonly DisputeHoldCommand[] {
  if (from === to) return [];
  if (from === null || from === 'RELEASED') {
    return to === 'HELD' ? ['hold'] : ['hold', ...routeToHold('HELD', to)];
  }
  if (from === 'HELD') return to === 'RELEASED' ? ['release'] : ['settle'];
  return ['reverse', ...routeToHold('RELEASED', to)];
}
