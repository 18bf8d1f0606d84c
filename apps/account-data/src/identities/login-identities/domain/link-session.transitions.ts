import { defineStateMachine, type Edge } from '@towpath/kernel';

const LINK_SESSION_STATES = ['UNKNOWN', 'IN_PROGRESS', 'COMPLETED', 'UNLINKED'] as const;
export type LinkSessionState = (typeof LINK_SESSION_STATES)[number];

const LINK_SESSION_COMMANDS = ['begin', 'complete', 'unlink'] as const;
export type LinkSessionCommand = (typeof LINK_SESSION_COMMANDS)[number];

type LinkSessionEdge = Edge<LinkSessionState, LinkSessionCommand, never>;

const edge = (line: Omit<LinkSessionEdge, 'event'>): LinkSessionEdge => ({ ...line, event: null });

/** One link, relink or refresh. Its moves go with those of the login identity. */
export const linkSessionMachine = defineStateMachine<LinkSessionState, LinkSessionCommand, never>({
  name: 'login-identity-session',
  states: LINK_SESSION_STATES,
  commands: LINK_SESSION_COMMANDS,
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    ...([null, 'COMPLETED'] as const).map((from) =>
      edge({ from, command: 'begin', to: 'IN_PROGRESS', when: 'a link, relink or refresh starts' }),
    ),
    edge({
      from: 'IN_PROGRESS',
      command: 'complete',
      to: 'COMPLETED',
      when: 'the login identity reaches a status at which pollers stop',
    }),
    ...(['IN_PROGRESS', 'COMPLETED'] as const).map((from) =>
      edge({ from, command: 'unlink', to: 'UNLINKED', when: 'the login identity is deleted' }),
    ),
  ],
});
