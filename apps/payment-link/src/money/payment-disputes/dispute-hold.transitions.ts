import { defineStateMachine, type Edge } from '@towpath/kernel';

/** States of a dispute's money in the ledger. */
const DISPUTE_HOLD_STATES = ['HELD', 'RELEASED', 'SETTLED'] as const;
export type DisputeHoldState = (typeof DISPUTE_HOLD_STATES)[number];

const DISPUTE_HOLD_COMMANDS = ['hold', 'release', 'settle', 'reverse'] as const;
export type DisputeHoldCommand = (typeof DISPUTE_HOLD_COMMANDS)[number];

/** No events: those of the dispute report the change. */
type DisputeHoldEdge = Edge<DisputeHoldState, DisputeHoldCommand, never>;

const edge = (line: Omit<DisputeHoldEdge, 'event'>): DisputeHoldEdge => ({ ...line, event: null });

export const disputeHoldMachine = defineStateMachine<DisputeHoldState, DisputeHoldCommand, never>({
  name: 'dispute hold',
  states: DISPUTE_HOLD_STATES,
  commands: DISPUTE_HOLD_COMMANDS,
  refusal: 'INVALID_DISPUTE_STATUS',
  edges: [
    edge({
      from: null,
      command: 'hold',
      to: 'HELD',
      when: 'a card holder contests the payment',
    }),
    edge({
      from: 'RELEASED',
      command: 'hold',
      to: 'HELD',
      when: 'the card holder contests it again after the dispute was won',
    }),
    edge({ from: 'HELD', command: 'release', to: 'RELEASED', when: 'the dispute is WON' }),
    edge({ from: 'HELD', command: 'settle', to: 'SETTLED', when: 'it is LOST or ACCEPTED' }),
    edge({
      from: 'SETTLED',
      command: 'reverse',
      to: 'RELEASED',
      when: 'the processor corrects a dispute that it had closed',
    }),
  ],
});

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
