import { defineStateMachine, type CommandOf, type StateOf } from '@towpath/kernel';

export const cardMachine = defineStateMachine({
  name: 'card',
  states: ['UNKNOWN', 'CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED'],
  refusal: 'INVALID_PAYMENT_METHOD_STATUS',
  edges: [
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
  ],
  readOnlyStates: ['UNKNOWN'],
});

export type CardState = StateOf<typeof cardMachine>;
export type CardCommand = CommandOf<typeof cardMachine>;
