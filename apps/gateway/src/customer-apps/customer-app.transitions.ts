import { defineStateMachine, edgesOf } from '@towpath/kernel';

export type CustomerAppState = 'ENABLED' | 'DISABLED';

/** The commands, and the event of each. */
const EVENTS = {
  create: 'customer_app.created',
  update: 'customer_app.updated',
  'rotate-secret': 'customer_app.credentials_rotated',
  disable: 'customer_app.disabled',
  enable: 'customer_app.enabled',
  'enable-live': 'customer_app.live_enabled',
  'change-clock': 'customer_app.clock_changed',
  'keep-real-time': 'customer_app.updated',
} as const;
export type CustomerAppCommand = keyof typeof EVENTS;
export type CustomerAppEvent = (typeof EVENTS)[CustomerAppCommand];

export const customerAppMachine = defineStateMachine<
  CustomerAppState,
  CustomerAppCommand,
  CustomerAppEvent
>({
  name: 'customer app',
  states: ['ENABLED', 'DISABLED'],
  commands: Object.keys(EVENTS) as CustomerAppCommand[],
  refusal: 'INVALID_REQUEST',
  edges: edgesOf<CustomerAppState, CustomerAppCommand, CustomerAppEvent>(EVENTS, [
    [null, 'create', 'ENABLED', 'an operator created it'],
    ['ENABLED', 'update', 'ENABLED', 'name, scopes or settings changed'],
    ['DISABLED', 'update', 'DISABLED', 'name, scopes or settings changed'],
    ['ENABLED', 'rotate-secret', 'ENABLED', 'a new secret was made'],
    ['DISABLED', 'rotate-secret', 'DISABLED', 'a new secret was made'],
    ['ENABLED', 'enable-live', 'ENABLED', 'a test app moves real money from now on'],
    ['ENABLED', 'change-clock', 'ENABLED', 'a test app moved, froze or released its clock'],
    ['ENABLED', 'keep-real-time', 'ENABLED', 'it gets an account at a real processor'],
    ['DISABLED', 'keep-real-time', 'DISABLED', 'it gets an account at a real processor'],
    ['ENABLED', 'disable', 'DISABLED', 'an operator stopped it; its tokens end'],
    ['DISABLED', 'enable', 'ENABLED', 'an operator let it call again'],
  ]),
});
