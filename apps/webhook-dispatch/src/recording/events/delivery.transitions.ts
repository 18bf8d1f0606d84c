import { defineStateMachine } from '@towpath/kernel';

/** `HELD` is never stored: an open delivery is shown as `HELD` while its endpoint is disabled. */
const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED', 'HELD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const DELIVERY_COMMANDS = ['record', 'succeed', 'retry', 'giveUp', 'abandon', 'resend'] as const;
export type DeliveryCommand = (typeof DELIVERY_COMMANDS)[number];

const edges = (
  [
    [
      null,
      'record',
      'PENDING',
      'the endpoint subscribes to the event, or it is sent there on request',
    ],
    ['PENDING', 'succeed', 'DELIVERED', 'the first try was answered with 2xx in time'],
    ['PENDING', 'retry', 'RETRYING', 'the first try failed'],
    ['PENDING', 'resend', 'PENDING', 'asked for before the first try: it is on its way'],
    ['RETRYING', 'succeed', 'DELIVERED', 'a later try was answered with 2xx in time'],
    ['RETRYING', 'retry', 'RETRYING', 'a later try failed and the schedule is not at its end'],
    ['RETRYING', 'giveUp', 'FAILED', 'a later try failed and three days are over'],
    ['RETRYING', 'resend', 'RETRYING', 'asked for: tried at once, and the schedule begins again'],
    ['DELIVERED', 'resend', 'RETRYING', 'asked for, although the receiver had acknowledged it'],
    [
      'DELIVERED',
      'succeed',
      'DELIVERED',
      'a worker that had outlived its lease was answered with 2xx as well',
    ],
    ['FAILED', 'resend', 'RETRYING', 'asked for after the schedule had ended'],
    [
      'FAILED',
      'succeed',
      'DELIVERED',
      'a worker that had outlived its lease was answered with 2xx after all',
    ],
    ['PENDING', 'abandon', 'FAILED', 'its endpoint was deleted'],
    ['RETRYING', 'abandon', 'FAILED', 'its endpoint was deleted'],
  ] as const
).map(([from, command, to, when]) => ({ from, command, to, event: null, when }));

export const deliveryMachine = defineStateMachine<DeliveryState, DeliveryCommand, never>({
  name: 'webhook delivery',
  states: DELIVERY_STATES,
  commands: DELIVERY_COMMANDS,
  refusal: 'INVALID_REQUEST',
  edges,
  readOnlyStates: ['HELD'],
});
