import { defineStateMachine, type Edge } from '@towpath/kernel';

interface Move<Event extends string> {
  readonly event: Event | null;
  readonly when: string;
}

/** The edges of commands: each has one event and one reason, whatever state it starts from. */
function movesOf<S extends string, C extends string, E extends string>(
  commands: Readonly<Record<C, Move<E>>>,
) {
  return (from: readonly (S | null)[], command: C, to: S): Edge<S, C, E>[] =>
    from.map((each) => {
      const { event, when } = commands[command];
      return { from: each, command, to, event, when };
    });
}

const LOGIN_IDENTITY_STATES = [
  'UNKNOWN',
  'ERROR',
  'LINKING',
  'AUTHENTICATING',
  'CONNECTION_IN_PROGRESS',
  'CONNECTION_COMPLETE',
  'DATA_RETRIEVAL_IN_PROGRESS',
  'DATA_AVAILABLE',
  'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
  'DATA_RETRIEVAL_COMPLETE',
  'REFRESHING',
  'UNLINKED',
  'UNLINK_SUCCEEDED',
  'UNLINK_FAILED',
] as const;
export type LoginIdentityState = (typeof LOGIN_IDENTITY_STATES)[number];

/** `name` is that of the history; `status_details` shows the latest one with `isDetail`. */
interface NamedMove extends Move<string> {
  readonly name: string;
  readonly isDetail?: true;
}

const COMMANDS = {
  link: {
    event: 'login_identity.link_started',
    name: 'LINK_INITIALIZED',
    when: 'a customer app or a hosted session hands over a login',
  },
  relink: {
    event: 'login_identity.link_started',
    name: 'RELINK_INITIALIZED',
    when: 'the user hands over the login again',
  },
  refresh: {
    event: 'login_identity.refresh_started',
    name: 'REFRESH_INITIALIZED',
    when: 'a refresh is queued, asked for or daily',
  },
  authenticate: {
    event: 'login_identity.authentication_started',
    name: 'AUTHENTICATION_INITIALIZED',
    isDetail: true,
    when: 'the login is handed to the institution',
  },
  askUser: {
    event: 'login_identity.action_requested',
    name: 'AUTHENTICATION_ACTION_REQUESTED',
    when: 'the institution asks the user for something more',
  },
  answer: {
    event: 'login_identity.action_answered',
    name: 'AUTHENTICATION_OTP_ENTERED',
    isDetail: true,
    when: 'the user answered what the institution asked',
  },
  reject: {
    event: 'login_identity.authentication_failed',
    name: 'AUTHENTICATION_FAILED',
    isDetail: true,
    when: 'the login is wrong, locked or left, or the institution is down',
  },
  accept: {
    event: 'login_identity.authenticated',
    name: 'AUTHENTICATED',
    isDetail: true,
    when: 'the institution let the user in',
  },
  connect: {
    event: 'login_identity.connected',
    name: 'CONNECTION_COMPLETE',
    when: 'the session at the institution is ready',
  },
  startRetrieval: {
    event: 'login_identity.data_retrieval_started',
    name: 'DATA_RETRIEVAL_INITIALIZED',
    when: 'the jobs of the products are queued',
  },
  recordProduct: {
    event: 'login_identity.product_updated',
    name: 'PRODUCT_UPDATED',
    isDetail: true,
    when: 'the retrieval of one product ended',
  },
  makeAvailable: {
    event: 'login_identity.data_made_available',
    name: 'DATA_AVAILABLE',
    when: 'accounts are there, other products are pending',
  },
  complete: {
    event: 'login_identity.data_retrieval_completed',
    name: 'DATA_RETRIEVAL_COMPLETE',
    when: 'all products are final, none failed',
  },
  completePartly: {
    event: 'login_identity.data_retrieval_partly_completed',
    name: 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
    when: 'all products are final, some failed',
  },
  failRetrieval: {
    event: 'login_identity.data_retrieval_failed',
    name: 'RETRIEVE_DATA_FAILED',
    isDetail: true,
    when: 'all products are final, all failed',
  },
  expirePermission: {
    event: 'login_identity.permission_expired',
    name: 'LOGIN_IDENTITY_PERMISSION_EXPIRED',
    isDetail: true,
    when: 'the permission of the user has ended',
  },
  unlink: {
    event: 'login_identity.unlinked',
    name: 'LOGIN_IDENTITY_UNLINKED',
    isDetail: true,
    when: 'the customer app deletes the login identity',
  },
  confirmUnlink: {
    event: 'login_identity.unlink_succeeded',
    name: 'UNLINK_SUCCEEDED',
    isDetail: true,
    when: 'the consent at the institution is removed, and the data erased',
  },
  failUnlink: {
    event: 'login_identity.unlink_failed',
    name: 'UNLINK_FAILED',
    isDetail: true,
    when: 'the institution could not be told; the data is erased',
  },
} as const satisfies Record<string, NamedMove>;
export type LoginIdentityCommand = keyof typeof COMMANDS;
type LoginIdentityEventName = (typeof COMMANDS)[LoginIdentityCommand]['event'];

/** States in which a poller can stop, because nothing continues without an action. */
export const FINAL_STATES = [
  'ERROR',
  'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
  'DATA_RETRIEVAL_COMPLETE',
] as const;
const RETRIEVING = ['DATA_RETRIEVAL_IN_PROGRESS', 'DATA_AVAILABLE'] as const;
export const ENDED = ['UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED'] as const;

/** Whether it was deleted: to callers it no longer exists. */
export function isUnlinked(status: LoginIdentityState): boolean {
  return ENDED.some((ended) => ended === status);
}

const moves = movesOf<LoginIdentityState, LoginIdentityCommand, LoginIdentityEventName>(COMMANDS);

export const loginIdentityMachine = defineStateMachine({
  name: 'login-identity',
  states: LOGIN_IDENTITY_STATES,
  commands: Object.keys(COMMANDS) as LoginIdentityCommand[],
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    ...moves([null], 'link', 'LINKING'),
    ...moves(FINAL_STATES, 'relink', 'LINKING'),
    ...moves(FINAL_STATES, 'refresh', 'REFRESHING'),
    ...moves(['LINKING', 'REFRESHING'], 'authenticate', 'AUTHENTICATING'),
    ...moves(['AUTHENTICATING'], 'askUser', 'AUTHENTICATING'),
    ...moves(['AUTHENTICATING'], 'answer', 'AUTHENTICATING'),
    ...moves(['LINKING', 'REFRESHING', 'AUTHENTICATING'], 'reject', 'ERROR'),
    ...moves(['AUTHENTICATING'], 'accept', 'CONNECTION_IN_PROGRESS'),
    ...moves(['CONNECTION_IN_PROGRESS'], 'connect', 'CONNECTION_COMPLETE'),
    ...moves(['CONNECTION_COMPLETE'], 'startRetrieval', 'DATA_RETRIEVAL_IN_PROGRESS'),
    ...RETRIEVING.flatMap((from) => moves([from], 'recordProduct', from)),
    ...moves(['DATA_RETRIEVAL_IN_PROGRESS'], 'makeAvailable', 'DATA_AVAILABLE'),
    ...RETRIEVING.flatMap((from) => [
      ...moves([from], 'complete', 'DATA_RETRIEVAL_COMPLETE'),
      ...moves([from], 'completePartly', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL'),
      ...moves([from], 'failRetrieval', 'ERROR'),
    ]),
    ...FINAL_STATES.flatMap((from) => moves([from], 'expirePermission', from)),
    ...moves(
      LOGIN_IDENTITY_STATES.filter((state) => state !== 'UNKNOWN' && !isUnlinked(state)),
      'unlink',
      'UNLINKED',
    ),
    ...moves(['UNLINKED'], 'confirmUnlink', 'UNLINK_SUCCEEDED'),
    ...moves(['UNLINKED'], 'failUnlink', 'UNLINK_FAILED'),
  ],
});

/** A move whose outcome has several names keeps the one that was meant as its reason. */
export function eventNameOf(command: LoginIdentityCommand, reason: string | null) {
  const { name, isDetail }: NamedMove = COMMANDS[command];
  const byReason = command === 'recordProduct' || command === 'reject' ? reason : null;
  return { eventName: byReason ?? name, isDetail: isDetail === true };
}

const FINAL_LOGINS = [
  'AUTHENTICATED',
  'AUTHENTICATE_FAILED',
  'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  'AUTHENTICATION_TOO_MANY_ATTEMPTS',
] as const;
const AUTHENTICATION_STATES = ['UNKNOWN', 'LINKING', 'AUTHENTICATING', ...FINAL_LOGINS] as const;
export type AuthenticationState = (typeof AUTHENTICATION_STATES)[number];

const AUTHENTICATION_COMMANDS = {
  link: { event: null, when: 'a link is created' },
  submit: { event: null, when: 'the login is handed to the institution' },
  again: { event: null, when: 'a refresh or relink begins' },
  accept: { event: null, when: 'the institution let the user in' },
  refuse: { event: null, when: 'the login was refused' },
  lock: { event: null, when: 'the institution refuses further attempts' },
  postpone: { event: null, when: 'the institution is down' },
};
type AuthenticationCommand = keyof typeof AUTHENTICATION_COMMANDS;
/** Commands that end a login with a failure. */
export type FailedLogin = 'refuse' | 'lock' | 'postpone';

const login = movesOf<AuthenticationState, AuthenticationCommand, never>(AUTHENTICATION_COMMANDS);

/** The login only. Its moves go with those of the login identity, whose events report both. */
export const authenticationMachine = defineStateMachine({
  name: 'login-identity-authentication',
  states: AUTHENTICATION_STATES,
  commands: Object.keys(AUTHENTICATION_COMMANDS) as AuthenticationCommand[],
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    ...login([null], 'link', 'LINKING'),
    ...login(['LINKING'], 'submit', 'AUTHENTICATING'),
    ...login(FINAL_LOGINS, 'again', 'AUTHENTICATING'),
    ...login(['AUTHENTICATING'], 'accept', 'AUTHENTICATED'),
    ...(['LINKING', 'AUTHENTICATING'] as const).flatMap((from) => [
      ...login([from], 'refuse', 'AUTHENTICATE_FAILED'),
      ...login([from], 'lock', 'AUTHENTICATION_TOO_MANY_ATTEMPTS'),
      ...login([from], 'postpone', 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'),
    ]),
  ],
});

const LINK_SESSION_STATES = ['UNKNOWN', 'IN_PROGRESS', 'COMPLETED', 'UNLINKED'] as const;
export type LinkSessionState = (typeof LINK_SESSION_STATES)[number];

const LINK_SESSION_COMMANDS = {
  begin: { event: null, when: 'a link, relink or refresh starts' },
  complete: { event: null, when: 'the login identity reaches a status at which pollers stop' },
  unlink: { event: null, when: 'the login identity is deleted' },
};
type LinkSessionCommand = keyof typeof LINK_SESSION_COMMANDS;

const session = movesOf<LinkSessionState, LinkSessionCommand, never>(LINK_SESSION_COMMANDS);

/** One link, relink or refresh. Its moves go with those of the login identity. */
export const linkSessionMachine = defineStateMachine({
  name: 'login-identity-session',
  states: LINK_SESSION_STATES,
  commands: Object.keys(LINK_SESSION_COMMANDS) as LinkSessionCommand[],
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [
    ...session([null, 'COMPLETED'], 'begin', 'IN_PROGRESS'),
    ...session(['IN_PROGRESS'], 'complete', 'COMPLETED'),
    ...session(['IN_PROGRESS', 'COMPLETED'], 'unlink', 'UNLINKED'),
  ],
});
