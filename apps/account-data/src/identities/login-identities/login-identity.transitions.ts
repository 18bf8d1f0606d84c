import { defineStateMachine, type Edge } from '@towpath/kernel';

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

/** Commands, with their names in the history; `status_details` shows the latest marked one. */
const NAMES = {
  link: ['LINK_INITIALIZED', false],
  relink: ['RELINK_INITIALIZED', false],
  refresh: ['REFRESH_INITIALIZED', false],
  authenticate: ['AUTHENTICATION_INITIALIZED', true],
  askUser: ['AUTHENTICATION_ACTION_REQUESTED', false],
  answer: ['AUTHENTICATION_OTP_ENTERED', true],
  reject: ['AUTHENTICATION_FAILED', true],
  accept: ['AUTHENTICATED', true],
  connect: ['CONNECTION_COMPLETE', false],
  startRetrieval: ['DATA_RETRIEVAL_INITIALIZED', false],
  recordProduct: ['PRODUCT_UPDATED', true],
  makeAvailable: ['DATA_AVAILABLE', false],
  complete: ['DATA_RETRIEVAL_COMPLETE', false],
  completePartly: ['DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', false],
  failRetrieval: ['RETRIEVE_DATA_FAILED', true],
  expirePermission: ['LOGIN_IDENTITY_PERMISSION_EXPIRED', true],
  unlink: ['LOGIN_IDENTITY_UNLINKED', true],
  confirmUnlink: ['UNLINK_SUCCEEDED', true],
  failUnlink: ['UNLINK_FAILED', true],
} as const satisfies Record<string, readonly [name: string, isDetail: boolean]>;
export type LoginIdentityCommand = keyof typeof NAMES;

export type LoginIdentityEventName =
  | 'login_identity.link_started'
  | 'login_identity.authentication_started'
  | 'login_identity.action_requested'
  | 'login_identity.action_answered'
  | 'login_identity.authentication_failed'
  | 'login_identity.authenticated'
  | 'login_identity.connected'
  | 'login_identity.data_retrieval_started'
  | 'login_identity.product_updated'
  | 'login_identity.data_made_available'
  | 'login_identity.data_retrieval_completed'
  | 'login_identity.data_retrieval_partly_completed'
  | 'login_identity.data_retrieval_failed'
  | 'login_identity.refresh_started'
  | 'login_identity.permission_expired'
  | 'login_identity.unlinked'
  | 'login_identity.unlink_succeeded'
  | 'login_identity.unlink_failed';

type LoginIdentityEdge = Edge<LoginIdentityState, LoginIdentityCommand, LoginIdentityEventName>;

/** States in which a poller can stop, because nothing continues without an action. */
export const FINAL_STATES = [
  'ERROR',
  'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
  'DATA_RETRIEVAL_COMPLETE',
] as const;

const RETRIEVING = ['DATA_RETRIEVAL_IN_PROGRESS', 'DATA_AVAILABLE'] as const;

const started: LoginIdentityEdge[] = [
  {
    from: null,
    command: 'link',
    to: 'LINKING',
    event: 'login_identity.link_started',
    when: 'a customer app or a hosted session hands over a login',
  },
  ...FINAL_STATES.map((from): LoginIdentityEdge => ({
    from,
    command: 'relink',
    to: 'LINKING',
    event: 'login_identity.link_started',
    when: 'the user hands over the login again',
  })),
  ...FINAL_STATES.map((from): LoginIdentityEdge => ({
    from,
    command: 'refresh',
    to: 'REFRESHING',
    event: 'login_identity.refresh_started',
    when: 'a refresh is queued, asked for or daily',
  })),
];

const login: LoginIdentityEdge[] = [
  ...(['LINKING', 'REFRESHING'] as const).map((from): LoginIdentityEdge => ({
    from,
    command: 'authenticate',
    to: 'AUTHENTICATING',
    event: 'login_identity.authentication_started',
    when: 'the login is handed to the institution',
  })),
  {
    from: 'AUTHENTICATING',
    command: 'askUser',
    to: 'AUTHENTICATING',
    event: 'login_identity.action_requested',
    when: 'the institution asks the user for something more',
  },
  {
    from: 'AUTHENTICATING',
    command: 'answer',
    to: 'AUTHENTICATING',
    event: 'login_identity.action_answered',
    when: 'the user answered what the institution asked',
  },
  ...(['LINKING', 'REFRESHING', 'AUTHENTICATING'] as const).map((from): LoginIdentityEdge => ({
    from,
    command: 'reject',
    to: 'ERROR',
    event: 'login_identity.authentication_failed',
    when: 'the login is wrong, locked or left, or the institution is down',
  })),
  {
    from: 'AUTHENTICATING',
    command: 'accept',
    to: 'CONNECTION_IN_PROGRESS',
    event: 'login_identity.authenticated',
    when: 'the institution let the user in',
  },
  {
    from: 'CONNECTION_IN_PROGRESS',
    command: 'connect',
    to: 'CONNECTION_COMPLETE',
    event: 'login_identity.connected',
    when: 'the session at the institution is ready',
  },
];

const retrieval: LoginIdentityEdge[] = [
  {
    from: 'CONNECTION_COMPLETE',
    command: 'startRetrieval',
    to: 'DATA_RETRIEVAL_IN_PROGRESS',
    event: 'login_identity.data_retrieval_started',
    when: 'the jobs of the products are queued',
  },
  ...RETRIEVING.map((from): LoginIdentityEdge => ({
    from,
    command: 'recordProduct',
    to: from,
    event: 'login_identity.product_updated',
    when: 'the retrieval of one product ended',
  })),
  {
    from: 'DATA_RETRIEVAL_IN_PROGRESS',
    command: 'makeAvailable',
    to: 'DATA_AVAILABLE',
    event: 'login_identity.data_made_available',
    when: 'accounts are there, other products are pending',
  },
  ...RETRIEVING.flatMap((from): LoginIdentityEdge[] => [
    {
      from,
      command: 'complete',
      to: 'DATA_RETRIEVAL_COMPLETE',
      event: 'login_identity.data_retrieval_completed',
      when: 'all products are final, none failed',
    },
    {
      from,
      command: 'completePartly',
      to: 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
      event: 'login_identity.data_retrieval_partly_completed',
      when: 'all products are final, some failed',
    },
    {
      from,
      command: 'failRetrieval',
      to: 'ERROR',
      event: 'login_identity.data_retrieval_failed',
      when: 'all products are final, all failed',
    },
  ]),
];

const UNLINKED_STATES: readonly LoginIdentityState[] = [
  'UNLINKED',
  'UNLINK_SUCCEEDED',
  'UNLINK_FAILED',
];

const ended: LoginIdentityEdge[] = [
  ...FINAL_STATES.map((from): LoginIdentityEdge => ({
    from,
    command: 'expirePermission',
    to: from,
    event: 'login_identity.permission_expired',
    when: 'the permission of the user has ended',
  })),
  ...LOGIN_IDENTITY_STATES.filter(
    (state) => state !== 'UNKNOWN' && !UNLINKED_STATES.includes(state),
  ).map((from): LoginIdentityEdge => ({
    from,
    command: 'unlink',
    to: 'UNLINKED',
    event: 'login_identity.unlinked',
    when: 'the customer app deletes the login identity',
  })),
  {
    from: 'UNLINKED',
    command: 'confirmUnlink',
    to: 'UNLINK_SUCCEEDED',
    event: 'login_identity.unlink_succeeded',
    when: 'the consent at the institution is removed, and the data erased',
  },
  {
    from: 'UNLINKED',
    command: 'failUnlink',
    to: 'UNLINK_FAILED',
    event: 'login_identity.unlink_failed',
    when: 'the institution could not be told; the data is erased',
  },
];

export const loginIdentityMachine = defineStateMachine<
  LoginIdentityState,
  LoginIdentityCommand,
  LoginIdentityEventName
>({
  name: 'login-identity',
  states: LOGIN_IDENTITY_STATES,
  commands: Object.keys(NAMES) as LoginIdentityCommand[],
  refusal: 'INVALID_LOGIN_IDENTITY_STATUS',
  readOnlyStates: ['UNKNOWN'],
  edges: [...started, ...login, ...retrieval, ...ended],
});

/** Whether it was deleted: to callers it no longer exists. */
export function isUnlinked(status: LoginIdentityState): boolean {
  return UNLINKED_STATES.includes(status);
}

/** A move whose outcome has several names keeps the one that was meant as its reason. */
const NAMED_BY_REASON: readonly LoginIdentityCommand[] = ['recordProduct', 'reject'];

export function eventNameOf(
  command: LoginIdentityCommand,
  reason: string | null,
): { readonly eventName: string; readonly isDetail: boolean } {
  const [name, isDetail] = NAMES[command];
  const byReason = NAMED_BY_REASON.includes(command) ? reason : null;
  return { eventName: byReason ?? name, isDetail };
}
