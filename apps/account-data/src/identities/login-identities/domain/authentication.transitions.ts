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

type AuthenticationEdge = Edge<AuthenticationState, AuthenticationCommand, never>;

const edge = (line: Omit<AuthenticationEdge, 'event'>): AuthenticationEdge => ({
  ...line,
  event: null,
});

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
    edge({ from: null, command: 'link', to: 'LINKING', when: 'a link is created' }),
    edge({
      from: 'LINKING',
      command: 'submit',
      to: 'AUTHENTICATING',
      when: 'the login is handed to the institution',
    }),
    ...FINAL.map((from) =>
      edge({ from, command: 'again', to: 'AUTHENTICATING', when: 'a refresh or relink begins' }),
    ),
    edge({
      from: 'AUTHENTICATING',
      command: 'accept',
      to: 'AUTHENTICATED',
      when: 'the institution let the user in',
    }),
    ...UNDER_WAY.flatMap((from) => [
      edge({ from, command: 'refuse', to: 'AUTHENTICATE_FAILED', when: 'the login was refused' }),
      edge({
        from,
        command: 'lock',
        to: 'AUTHENTICATION_TOO_MANY_ATTEMPTS',
        when: 'the institution refuses further attempts',
      }),
      edge({
        from,
        command: 'postpone',
        to: 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
        when: 'the institution is down',
      }),
    ]),
  ],
});
