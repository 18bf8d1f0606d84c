import { defineStateMachine, type Edge } from '@towpath/kernel';

export const CARD_DISPUTE_STATES = [
  'OPEN',
  'CLOSED_TO_DEFENCE',
  'UNDER_REVIEW',
  'ACCEPTED',
  'WON',
  'LOST',
] as const;
export const CARD_DISPUTE_COMMANDS = [
  'open',
  'open_closed',
  'take_evidence',
  'accept',
  'win',
  'lose',
  'reopen',
] as const;

export type CardDisputeState = (typeof CARD_DISPUTE_STATES)[number];
export type CardDisputeCommand = (typeof CARD_DISPUTE_COMMANDS)[number];
/** Events of notifications; each gateway has its own names. */
export type CardDisputeEvent =
  'CHARGEBACK' | 'SECOND_CHARGEBACK' | 'EVIDENCE_RECEIVED' | 'ACCEPTED' | 'WON' | 'LOST';

type CardDisputeEdge = Edge<CardDisputeState, CardDisputeCommand, CardDisputeEvent>;

const edge = (
  from: CardDisputeState | null,
  command: CardDisputeCommand,
  rest: { to: CardDisputeState; event: CardDisputeEvent; when: string },
): CardDisputeEdge => ({ from, command, ...rest });

const decisions = (from: CardDisputeState): CardDisputeEdge[] => [
  edge(from, 'win', { to: 'WON', event: 'WON', when: 'the issuer decides for the merchant' }),
  edge(from, 'lose', { to: 'LOST', event: 'LOST', when: 'the issuer decides for the cardholder' }),
];

export const cardDisputeMachine = defineStateMachine({
  name: 'card dispute',
  states: CARD_DISPUTE_STATES,
  commands: CARD_DISPUTE_COMMANDS,
  refusal: 'INVALID_DISPUTE_STATUS',
  edges: [
    edge(null, 'open', {
      to: 'OPEN',
      event: 'CHARGEBACK',
      when: 'the cardholder contests, and the merchant may answer',
    }),
    edge(null, 'open_closed', {
      to: 'CLOSED_TO_DEFENCE',
      event: 'CHARGEBACK',
      when: 'the cardholder contests, and the scheme takes no answer',
    }),
    edge('OPEN', 'take_evidence', {
      to: 'UNDER_REVIEW',
      event: 'EVIDENCE_RECEIVED',
      when: 'the merchant sends evidence before the deadline',
    }),
    edge('OPEN', 'accept', {
      to: 'ACCEPTED',
      event: 'ACCEPTED',
      when: 'the merchant accepts',
    }),
    ...decisions('OPEN'),
    ...decisions('UNDER_REVIEW'),
    edge('CLOSED_TO_DEFENCE', 'lose', {
      to: 'LOST',
      event: 'LOST',
      when: 'the issuer closes the dispute',
    }),
    edge('WON', 'reopen', {
      to: 'OPEN',
      event: 'SECOND_CHARGEBACK',
      when: 'the cardholder contests again',
    }),
  ],
});
