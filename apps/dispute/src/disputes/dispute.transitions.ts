import { defineStateMachine, edgesOf, type Edge } from '@towpath/kernel';

const DISPUTE_STATES = [
  'ACTION_REQUIRED',
  'UNDEFENDED',
  'PROCESSING',
  'ACCEPTED',
  'LOST',
  'WON',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The commands, and the event of each. */
const EVENTS = {
  open: 'dispute.chargeback_received',
  openUndefendable: 'dispute.chargeback_received',
  openAutoDefended: 'dispute.chargeback_received',
  remind: 'dispute.deadline_approaching',
  defend: 'dispute.defended',
  accept: 'dispute.accepted',
  lapse: 'dispute.deadline_passed',
  win: 'dispute.won',
  lose: 'dispute.lost',
  reopen: 'dispute.reopened',
  correctToActionRequired: 'dispute.status_corrected',
  correctToUndefended: 'dispute.status_corrected',
  correctToProcessing: 'dispute.status_corrected',
  correctToAccepted: 'dispute.status_corrected',
  correctToLost: 'dispute.status_corrected',
  correctToWon: 'dispute.status_corrected',
} as const;
export type DisputeCommand = keyof typeof EVENTS;
export type DisputeEventName = (typeof EVENTS)[DisputeCommand];

const decisions = edgesOf(EVENTS, [
  [null, 'open', 'ACTION_REQUIRED', 'the processor opens a dispute that can be defended'],
  [null, 'openUndefendable', 'UNDEFENDED', 'the processor opens a dispute that cannot be defended'],
  [
    null,
    'openAutoDefended',
    'PROCESSING',
    'the processor opens a dispute and defends it by itself',
  ],
  ['ACTION_REQUIRED', 'remind', 'ACTION_REQUIRED', '7, 3 or 1 days are left to defend the dispute'],
  [
    'ACTION_REQUIRED',
    'defend',
    'PROCESSING',
    'the processor took the evidence before the deadline',
  ],
  ['ACTION_REQUIRED', 'accept', 'ACCEPTED', 'the merchant accepts the dispute'],
  ['ACTION_REQUIRED', 'lapse', 'UNDEFENDED', 'the deadline passed without evidence'],
  ['UNDEFENDED', 'lose', 'LOST', 'the issuer closes the dispute'],
  ['PROCESSING', 'win', 'WON', 'the issuer decides for the merchant'],
  ['PROCESSING', 'lose', 'LOST', 'the issuer decides against the merchant'],
  ['WON', 'reopen', 'ACTION_REQUIRED', 'the issuer contests the payment a second time'],
  ['LOST', 'reopen', 'ACTION_REQUIRED', 'the processor lets the merchant appeal'],
]);

/** Statuses that no decision of ours leads to, when the processor has the dispute in them. */
const corrections: Edge<DisputeState, DisputeCommand, DisputeEventName>[] = [
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
  commands: Object.keys(EVENTS) as DisputeCommand[],
  refusal: 'INVALID_DISPUTE_STATUS',
  edges: [...decisions, ...corrections],
});

function correct(
  command: DisputeCommand,
  to: DisputeState,
  { from }: { readonly from: readonly DisputeState[] },
) {
  const when = `the processor reports ${to}`;
  return edgesOf(EVENTS, [[from, command, to, when]]).map((edge) => ({
    ...edge,
    correction: true,
  }));
}
