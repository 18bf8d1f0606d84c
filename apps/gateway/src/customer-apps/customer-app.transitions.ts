import { defineStateMachine } from '@towpath/kernel';

export type CustomerAppState = 'ENABLED' | 'DISABLED';
export type CustomerAppCommand =
  'create' | 'update' | 'rotate-secret' | 'disable' | 'enable' | 'enable-live' | 'change-clock';
export type CustomerAppEvent =
  | 'customer_app.created'
  | 'customer_app.updated'
  | 'customer_app.credentials_rotated'
  | 'customer_app.disabled'
  | 'customer_app.enabled'
  | 'customer_app.live_enabled'
  | 'customer_app.clock_changed';

const kept = (
  state: CustomerAppState,
  command: CustomerAppCommand,
  rest: { event: CustomerAppEvent; when: string },
) => ({ from: state, command, to: state, ...rest });

const updated = {
  event: 'customer_app.updated',
  when: 'name, scopes or settings changed',
} as const;
const rotated = {
  event: 'customer_app.credentials_rotated',
  when: 'a new secret was made',
} as const;

export const customerAppMachine = defineStateMachine<
  CustomerAppState,
  CustomerAppCommand,
  CustomerAppEvent
>({
  name: 'customer app',
  states: ['ENABLED', 'DISABLED'],
  commands: [
    'create',
    'update',
    'rotate-secret',
    'disable',
    'enable',
    'enable-live',
    'change-clock',
  ],
  refusal: 'INVALID_REQUEST',
  edges: [
    {
      from: null,
      command: 'create',
      to: 'ENABLED',
      event: 'customer_app.created',
      when: 'an operator created it',
    },
    kept('ENABLED', 'update', updated),
    kept('DISABLED', 'update', updated),
    kept('ENABLED', 'rotate-secret', rotated),
    kept('DISABLED', 'rotate-secret', rotated),
    kept('ENABLED', 'enable-live', {
      event: 'customer_app.live_enabled',
      when: 'a test app moves real money from now on',
    }),
    kept('ENABLED', 'change-clock', {
      event: 'customer_app.clock_changed',
      when: 'a test app moved, froze or released its clock',
    }),
    {
      from: 'ENABLED',
      command: 'disable',
      to: 'DISABLED',
      event: 'customer_app.disabled',
      when: 'an operator stopped it; its tokens end',
    },
    {
      from: 'DISABLED',
      command: 'enable',
      to: 'ENABLED',
      event: 'customer_app.enabled',
      when: 'an operator let it call again',
    },
  ],
});
