import { defineStateMachine, type Edge } from '@towpath/kernel';

/**
 * One try of a payer to pay a link, or to set up a method with it. Internal: callers see the
 * payment and the payment method that belong to it, so no edge publishes an event.
 */
export const ATTEMPT_STATES = [
  'SELECTED',
  'AUTHORIZING',
  'CONFIRMED',
  'CAPTURING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
  'REPLACED',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

const ATTEMPT_COMMANDS = [
  'select',
  'submit',
  'confirm',
  'commit',
  'succeed',
  'receive',
  'fail',
  'cancel',
  'replace',
  'correctToSucceeded',
] as const;
export type AttemptCommand = (typeof ATTEMPT_COMMANDS)[number];

type AttemptEdge = Edge<AttemptState, AttemptCommand, never>;

const silent = (line: Omit<AttemptEdge, 'event'>): AttemptEdge => ({ ...line, event: null });

const edges: AttemptEdge[] = [
  silent({
    from: null,
    command: 'select',
    to: 'SELECTED',
    when: 'the payer chose a method; nothing was sent to a gateway',
  }),
  silent({
    from: 'SELECTED',
    command: 'submit',
    to: 'AUTHORIZING',
    when: 'the payer submitted the card; from here on the gateway may know it',
  }),
  silent({
    from: 'SELECTED',
    command: 'confirm',
    to: 'CONFIRMED',
    when: 'the payer authorized the mandate and the link still waits for it: it may go live',
  }),
  silent({
    from: 'CONFIRMED',
    command: 'commit',
    to: 'CAPTURING',
    when: 'the bank accepted the mandate: the payment is charged on it',
  }),
  silent({
    from: 'AUTHORIZING',
    command: 'commit',
    to: 'CAPTURING',
    when: 'authorized, and the link still accepts it: the money may move',
  }),
  ...(['AUTHORIZING', 'CONFIRMED'] as const).map((from) =>
    silent({
      from,
      command: 'succeed',
      to: 'SUCCEEDED',
      when: 'the method of a SETUP link was authorized',
    }),
  ),
  silent({
    from: 'CAPTURING',
    command: 'succeed',
    to: 'SUCCEEDED',
    when: 'the gateway or bank moved the money',
  }),
  silent({
    from: 'SELECTED',
    command: 'receive',
    to: 'SUCCEEDED',
    when: "the payer's bank transfer arrived, and the link still waits for it",
  }),
  ...(['AUTHORIZING', 'CAPTURING'] as const).map((from) =>
    silent({ from, command: 'fail', to: 'FAILED', when: 'the gateway or bank declined it' }),
  ),
  ...(['SELECTED', 'CONFIRMED'] as const).map((from) =>
    silent({ from, command: 'fail', to: 'FAILED', when: 'the bank refused the mandate' }),
  ),
  ...(['SELECTED', 'AUTHORIZING'] as const).map((from) =>
    silent({
      from,
      command: 'cancel',
      to: 'CANCELLED',
      when: 'the link or the stored method was cancelled, or the link expired',
    }),
  ),
  silent({
    from: 'SELECTED',
    command: 'replace',
    to: 'REPLACED',
    when: 'the payer chose another method, or left the authorization of the mandate',
  }),
  silent({
    from: 'FAILED',
    command: 'correctToSucceeded',
    to: 'SUCCEEDED',
    when: 'the gateway or bank moved the money after it had reported a failure',
    correction: true,
  }),
];

export const attemptMachine = defineStateMachine<AttemptState, AttemptCommand, never>({
  name: 'payment attempt',
  states: ATTEMPT_STATES,
  commands: ATTEMPT_COMMANDS,
  refusal: 'INVALID_PAYMENT_LINK_STATUS',
  edges,
});

/** States that exclude another attempt of the link; a unique index enforces this. */
export const OCCUPYING_STATES = [
  'SELECTED',
  'AUTHORIZING',
  'CONFIRMED',
  'CAPTURING',
  'SUCCEEDED',
] as const;
