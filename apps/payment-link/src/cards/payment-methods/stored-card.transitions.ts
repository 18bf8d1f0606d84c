import { defineStateMachine, type Edge } from '@towpath/kernel';

const CARD_STATES = ['UNKNOWN', 'CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED'] as const;
export type CardState = (typeof CARD_STATES)[number];

const CARD_COMMANDS = ['choose', 'importAuthorized', 'succeed', 'fail', 'cancel'] as const;
export type CardCommand = (typeof CARD_COMMANDS)[number];

export type CardEventName =
  | 'payment_method.created'
  | 'payment_method.succeeded'
  | 'payment_method.failed'
  | 'payment_method.cancelled';

type CardEdge = Edge<CardState, CardCommand, CardEventName>;

const edges: CardEdge[] = [
  {
    from: null,
    command: 'choose',
    to: 'CREATED',
    event: 'payment_method.created',
    when: 'the payer chose to pay by card in the hosted page',
  },
  {
    from: null,
    command: 'importAuthorized',
    to: 'SUCCEEDED',
    event: 'payment_method.succeeded',
    when: 'the customer app imported a card that a gateway already holds',
  },
  {
    from: 'CREATED',
    command: 'succeed',
    to: 'SUCCEEDED',
    event: 'payment_method.succeeded',
    when: 'the gateway authorized the card and stored it',
  },
  {
    from: 'CREATED',
    command: 'fail',
    to: 'FAILED',
    event: 'payment_method.failed',
    when: 'the gateway declined the card',
  },
  {
    from: 'CREATED',
    command: 'cancel',
    to: 'CANCELLED',
    event: 'payment_method.cancelled',
    when: 'cancelled by the customer app, with its link or payer, or for another method',
  },
  {
    from: 'SUCCEEDED',
    command: 'cancel',
    to: 'CANCELLED',
    event: 'payment_method.cancelled',
    when: 'the customer app cancelled the stored card, or its payer was erased',
  },
];

export const cardMachine = defineStateMachine<CardState, CardCommand, CardEventName>({
  name: 'card',
  states: CARD_STATES,
  commands: CARD_COMMANDS,
  refusal: 'INVALID_PAYMENT_METHOD_STATUS',
  edges,
  readOnlyStates: ['UNKNOWN'],
});
