import { defineStateMachine } from '@towpath/kernel';

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
    { from: null, command: 'link', to: 'LINKING', when: 'a link is created' },
    {
      from: 'LINKING',
      command: 'submit',
      to: 'AUTHENTICATING',
      when: 'the login is handed to the institution',
    },
    { from: FINAL, command: 'again', to: 'AUTHENTICATING', when: 'a refresh or relink begins' },
    {
      from: 'AUTHENTICATING',
      command: 'accept',
      to: 'AUTHENTICATED',
      when: 'the institution let the user in',
    },
    ...UNDER_WAY.flatMap(
      (from) =>
        [
          { from, command: 'refuse', to: 'AUTHENTICATE_FAILED', when: 'the login was refused' },
          {
            from,
            command: 'lock',
            to: 'AUTHENTICATION_TOO_MANY_ATTEMPTS',
            when: 'the institution refuses further attempts',
          },
          {
            from,
            command: 'postpone',
            to: 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
            when: 'the institution is down',
          },
        ] as const,
    ),
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
    {
      from: [null, 'COMPLETED'],
      command: 'begin',
      to: 'IN_PROGRESS',
      when: 'a link, relink or refresh starts',
    },
    {
      from: 'IN_PROGRESS',
      command: 'complete',
      to: 'COMPLETED',
      when: 'the login identity reaches a status at which pollers stop',
    },
    {
      from: ['IN_PROGRESS', 'COMPLETED'],
      command: 'unlink',
      to: 'UNLINKED',
      when: 'the login identity is deleted',
    },
  ],
});
