import { defineStateMachine, type Edge } from '@towpath/kernel';

const DISPUTE_STATES = [
  'ACTION_REQUIRED',
  'UNDEFENDED',
  'PROCESSING',
  'ACCEPTED',
  'LOST',
  'WON',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const DISPUTE_COMMANDS = [
  'open',
  'openUndefendable',
  'openAutoDefended',
  'remind',
  'defend',
  'accept',
  'lapse',
  'win',
  'lose',
  'reopen',
  'correctToActionRequired',
  'correctToUndefended',
  'correctToProcessing',
  'correctToAccepted',
  'correctToLost',
  'correctToWon',
] as const;
export type DisputeCommand = (typeof DISPUTE_COMMANDS)[number];

export type DisputeEventName =
  | 'dispute.chargeback_received'
  | 'dispute.deadline_approaching'
  | 'dispute.defended'
  | 'dispute.accepted'
  | 'dispute.deadline_passed'
  | 'dispute.won'
  | 'dispute.lost'
  | 'dispute.reopened'
  | 'dispute.status_corrected';

type DisputeEdge = Edge<DisputeState, DisputeCommand, DisputeEventName>;

const arrivals: DisputeEdge[] = [
  {
    from: null,
    command: 'open',
    to: 'ACTION_REQUIRED',
    event: 'dispute.chargeback_received',
    when: 'the processor opens a dispute that can be defended',
  },
  {
    from: null,
    command: 'openUndefendable',
    to: 'UNDEFENDED',
    event: 'dispute.chargeback_received',
    when: 'the processor opens a dispute that cannot be defended',
  },
  {
    from: null,
    command: 'openAutoDefended',
    to: 'PROCESSING',
    event: 'dispute.chargeback_received',
    when: 'the processor opens a dispute and defends it by itself',
  },
];

const moves: DisputeEdge[] = [
  {
    from: 'ACTION_REQUIRED',
    command: 'remind',
    to: 'ACTION_REQUIRED',
    event: 'dispute.deadline_approaching',
    when: '7, 3 or 1 days are left to defend the dispute',
  },
  {
    from: 'ACTION_REQUIRED',
    command: 'defend',
    to: 'PROCESSING',
    event: 'dispute.defended',
    when: 'the processor took the evidence before the deadline',
  },
  {
    from: 'ACTION_REQUIRED',
    command: 'accept',
    to: 'ACCEPTED',
    event: 'dispute.accepted',
    when: 'the merchant accepts the dispute',
  },
  {
    from: 'ACTION_REQUIRED',
    command: 'lapse',
    to: 'UNDEFENDED',
    event: 'dispute.deadline_passed',
    when: 'the deadline passed without evidence',
  },
  {
    from: 'UNDEFENDED',
    command: 'lose',
    to: 'LOST',
    event: 'dispute.lost',
    when: 'the issuer closes the dispute',
  },
  {
    from: 'PROCESSING',
    command: 'win',
    to: 'WON',
    event: 'dispute.won',
    when: 'the issuer decides for the merchant',
  },
  {
    from: 'PROCESSING',
    command: 'lose',
    to: 'LOST',
    event: 'dispute.lost',
    when: 'the issuer decides against the merchant',
  },
  {
    from: 'WON',
    command: 'reopen',
    to: 'ACTION_REQUIRED',
    event: 'dispute.reopened',
    when: 'the issuer contests the payment a second time',
  },
];

/** Statuses that no decision of ours leads to, when the processor has the dispute in them. */
const corrections: DisputeEdge[] = [
  ...correct('correctToActionRequired', 'ACTION_REQUIRED', {
    from: ['UNDEFENDED', 'PROCESSING', 'ACCEPTED', 'LOST', 'WON'],
  }),
  ...correct('correctToUndefended', 'UNDEFENDED', {
    from: ['PROCESSING', 'ACCEPTED', 'LOST', 'WON'],
  }),
  ...correct('correctToProcessing', 'PROCESSING', {
    from: ['UNDEFENDED', 'ACCEPTED', 'LOST', 'WON'],
  }),
  ...correct('correctToAccepted', 'ACCEPTED', {
    from: ['UNDEFENDED', 'PROCESSING', 'LOST', 'WON'],
  }),
  ...correct('correctToLost', 'LOST', { from: ['ACCEPTED', 'WON'] }),
  ...correct('correctToWon', 'WON', { from: ['UNDEFENDED', 'ACCEPTED', 'LOST'] }),
];

export const disputeMachine = defineStateMachine<DisputeState, DisputeCommand, DisputeEventName>({
  name: 'dispute',
  states: DISPUTE_STATES,
  commands: DISPUTE_COMMANDS,
  refusal: 'INVALID_DISPUTE_STATUS',
  edges: [...arrivals, ...moves, ...corrections],
});

function correct(
  command: DisputeCommand,
  to: DisputeState,
  { from }: { readonly from: readonly DisputeState[] },
): DisputeEdge[] {
  return from.map((state) => ({
    from: state,
    command,
    to,
    event: 'dispute.status_corrected',
    when: `the processor reports ${to}`,
    correction: true,
  }));
}
