import { defineStateMachine, type StateOf } from '@towpath/kernel';

/**
 * One try of a payer to pay a link, or to set up a method with it. Internal: callers see the
 * payment and the payment method that belong to it, so no edge publishes an event.
 */
export const attemptMachine = defineStateMachine({
  name: 'payment attempt',
  states: [
    'SELECTED',
    'AUTHORIZING',
    'CONFIRMED',
    'CAPTURING',
    'SUCCEEDED',
    'FAILED',
    'CANCELLED',
    'REPLACED',
  ],
  refusal: 'INVALID_PAYMENT_LINK_STATUS',
  edges: [
    {
      from: null,
      command: 'select',
      to: 'SELECTED',
      when: 'the payer chose a method; nothing was sent to a gateway',
    },
    {
      from: 'SELECTED',
      command: 'submit',
      to: 'AUTHORIZING',
      when: 'the payer submitted the card; from here on the gateway may know it',
    },
    {
      from: 'SELECTED',
      command: 'confirm',
      to: 'CONFIRMED',
      when: 'the payer authorized the mandate and the link still waits for it: it may go live',
    },
    {
      from: 'CONFIRMED',
      command: 'commit',
      to: 'CAPTURING',
      when: 'the bank accepted the mandate: the payment is charged on it',
    },
    {
      from: 'AUTHORIZING',
      command: 'commit',
      to: 'CAPTURING',
      when: 'authorized, and the link still accepts it: the money may move',
    },
    {
      from: ['AUTHORIZING', 'CONFIRMED'],
      command: 'succeed',
      to: 'SUCCEEDED',
      when: 'the method of a SETUP link was authorized',
    },
    {
      from: 'CAPTURING',
      command: 'succeed',
      to: 'SUCCEEDED',
      when: 'the gateway or bank moved the money',
    },
    {
      from: 'SELECTED',
      command: 'receive',
      to: 'SUCCEEDED',
      when: "the payer's bank transfer arrived, and the link still waits for it",
    },
    {
      from: ['AUTHORIZING', 'CAPTURING'],
      command: 'fail',
      to: 'FAILED',
      when: 'the gateway or bank declined it',
    },
    {
      from: ['SELECTED', 'CONFIRMED'],
      command: 'fail',
      to: 'FAILED',
      when: 'the bank refused the mandate',
    },
    {
      from: ['SELECTED', 'AUTHORIZING'],
      command: 'cancel',
      to: 'CANCELLED',
      when: 'the link or the stored method was cancelled, or the link expired',
    },
    {
      from: 'SELECTED',
      command: 'replace',
      to: 'REPLACED',
      when: 'the payer chose another method, or left the authorization of the mandate',
    },
    {
      from: 'FAILED',
      command: 'correctToSucceeded',
      to: 'SUCCEEDED',
      when: 'the gateway or bank moved the money after it had reported a failure',
      correction: true,
    },
  ],
});

export type AttemptState = StateOf<typeof attemptMachine>;
export const ATTEMPT_STATES = attemptMachine.states;

/** States that exclude another attempt of the link; a unique index enforces this. */
export const OCCUPYING_STATES = [
  'SELECTED',
  'AUTHORIZING',
  'CONFIRMED',
  'CAPTURING',
  'SUCCEEDED',
] as const;
