import { defineStateMachine, type Edge } from '@towpath/kernel';

/** `HELD` is never stored: an open delivery is shown as `HELD` while its endpoint is disabled. */
const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED', 'HELD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const DELIVERY_COMMANDS = ['record', 'succeed', 'retry', 'giveUp', 'abandon', 'resend'] as const;
export type DeliveryCommand = (typeof DELIVERY_COMMANDS)[number];

const edges: Edge<DeliveryState, DeliveryCommand, never>[] = [
  {
    from: null,
    command: 'record',
    to: 'PENDING',
    event: null,
    when: 'the endpoint subscribes to the event, or it is sent there on request',
  },
  {
    from: 'PENDING',
    command: 'succeed',
    to: 'DELIVERED',
    event: null,
    when: 'the first try was answered with 2xx in time',
  },
  {
    from: 'PENDING',
    command: 'retry',
    to: 'RETRYING',
    event: null,
    when: 'the first try failed',
  },
  {
    from: 'PENDING',
    command: 'resend',
    to: 'PENDING',
    event: null,
    when: 'asked for before the first try: it is on its way',
  },
  {
    from: 'RETRYING',
    command: 'succeed',
    to: 'DELIVERED',
    event: null,
    when: 'a later try was answered with 2xx in time',
  },
  {
    from: 'RETRYING',
    command: 'retry',
    to: 'RETRYING',
    event: null,
    when: 'a later try failed and the schedule is not at its end',
  },
  {
    from: 'RETRYING',
    command: 'giveUp',
    to: 'FAILED',
    event: null,
    when: 'a later try failed and three days are over',
  },
  {
    from: 'RETRYING',
    command: 'resend',
    to: 'RETRYING',
    event: null,
    when: 'asked for: tried at once, and the schedule begins again',
  },
  {
    from: 'DELIVERED',
    command: 'resend',
    to: 'RETRYING',
    event: null,
    when: 'asked for, although the receiver had acknowledged it',
  },
  {
    from: 'DELIVERED',
    command: 'succeed',
    to: 'DELIVERED',
    event: null,
    when: 'a worker that had outlived its lease was answered with 2xx as well',
  },
  {
    from: 'FAILED',
    command: 'resend',
    to: 'RETRYING',
    event: null,
    when: 'asked for after the schedule had ended',
  },
  {
    from: 'FAILED',
    command: 'succeed',
    to: 'DELIVERED',
    event: null,
    when: 'a worker that had outlived its lease was answered with 2xx after all',
  },
  ...(['PENDING', 'RETRYING'] as const).map((from) => ({
    from,
    command: 'abandon' as const,
    to: 'FAILED' as const,
    event: null,
    when: 'its endpoint was deleted',
  })),
];

export const deliveryMachine = defineStateMachine<DeliveryState, DeliveryCommand, never>({
  name: 'webhook delivery',
  states: DELIVERY_STATES,
  commands: DELIVERY_COMMANDS,
  refusal: 'INVALID_REQUEST',
  edges,
  readOnlyStates: ['HELD'],
});
