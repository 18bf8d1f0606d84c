import { defineStateMachine, type Edge } from '@towpath/kernel';

const AUTHENTICATION_STATES = [
  'UNKNOWN',
  'LINKING',
  'AUTHENTICATING',
  'AUTHENTICATED',
  'AUTHENTICATE_FAILED',
  'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  'AUTHENTICATION_TOO_MANY_ATTEMPTS',
] as const;
export type AuthenticationState = (typeof AUTHENTICATION_STATES)[number];

const AUTHENTICATION_COMMANDS = [
  'link',
  'submit',
  'again',
  'accept',
  'refuse',
  'lock',
  'postpone',
] as const;
export type AuthenticationCommand = (typeof AUTHENTICATION_COMMANDS)[number];

const silent = <S extends string, C extends string>(
  edge: Omit<Edge<S, C, never>, 'event'>,
): Edge<S, C, never> => ({ ...edge, event: null });

const UNDER_WAY = ['LINKING', 'AUTHENTICATING'] as const;
const FINAL = [
  'AUTHENTICATED',
  'AUTHENTICATE_FAILED',
  'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  'AUTHENTICATION_TOO_MANY_ATTEMPTS',
] as const;

/**
 * The login only. Its transitions accompany those of the login identity, whose events report both.
 */
export const authenticationMachine = defineStateMachine<
  AuthenticationState,
  AuthenticationCommand,
  never
>({
  name: 'login-identity-authentication',
  states: AUTHENTICATION_STATES,
  commands: AUTHENTICATION_COMMANDS,
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    silent({ from: null, command: 'link', to: 'LINKING', when: 'a link is created' }),
    silent({
      from: 'LINKING',
      command: 'submit',
      to: 'AUTHENTICATING',
      when: 'the login is handed to the institution',
    }),
    ...FINAL.map((from) =>
      silent({ from, command: 'again', to: 'AUTHENTICATING', when: 'a refresh or relink begins' }),
    ),
    silent({
      from: 'AUTHENTICATING',
      command: 'accept',
      to: 'AUTHENTICATED',
      when: 'the institution let the user in',
    }),
    ...UNDER_WAY.flatMap((from) => [
      silent({ from, command: 'refuse', to: 'AUTHENTICATE_FAILED', when: 'the login was refused' }),
      silent({
        from,
        command: 'lock',
        to: 'AUTHENTICATION_TOO_MANY_ATTEMPTS',
        when: 'the institution refuses further attempts',
      }),
      silent({
        from,
        command: 'postpone',
        to: 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
        when: 'the institution is down',
      }),
    ]),
  ],
});

const LINK_SESSION_STATES = ['UNKNOWN', 'IN_PROGRESS', 'COMPLETED', 'UNLINKED'] as const;
export type LinkSessionState = (typeof LINK_SESSION_STATES)[number];

const LINK_SESSION_COMMANDS = ['begin', 'complete', 'unlink'] as const;
export type LinkSessionCommand = (typeof LINK_SESSION_COMMANDS)[number];

/** One link, relink or refresh. Its moves go with those of the login identity. */
export const linkSessionMachine = defineStateMachine<LinkSessionState, LinkSessionCommand, never>({
  name: 'login-identity-session',
  states: LINK_SESSION_STATES,
  commands: LINK_SESSION_COMMANDS,
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    ...([null, 'COMPLETED'] as const).map((from) =>
      silent({
        from,
        command: 'begin',
        to: 'IN_PROGRESS',
        when: 'a link, relink or refresh starts',
      }),
    ),
    silent({
      from: 'IN_PROGRESS',
      command: 'complete',
      to: 'COMPLETED',
      when: 'the login identity reaches a status at which pollers stop',
    }),
    ...(['IN_PROGRESS', 'COMPLETED'] as const).map((from) =>
      silent({ from, command: 'unlink', to: 'UNLINKED', when: 'the login identity is deleted' }),
    ),
  ],
});
