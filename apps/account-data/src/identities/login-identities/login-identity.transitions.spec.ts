import {
  AUTHENTICATION_STATUSES,
  LINK_SESSION_STATUSES,
  LOGIN_IDENTITY_STATUSES,
} from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import {
  authenticationMachine,
  linkSessionMachine,
  loginIdentityMachine,
} from './login-identity.transitions.js';

describeStateMachine(loginIdentityMachine, { statuses: LOGIN_IDENTITY_STATUSES });
describeStateMachine(authenticationMachine, { statuses: AUTHENTICATION_STATUSES });
describeStateMachine(linkSessionMachine, { statuses: LINK_SESSION_STATUSES });

it('a login identity can be linked or refreshed again only when nothing is in progress', () => {
  const able = (command: 'relink' | 'refresh') =>
    loginIdentityMachine.states.filter((state) => loginIdentityMachine.can(state, command));
  const final = ['ERROR', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', 'DATA_RETRIEVAL_COMPLETE'];
  expect([able('relink'), able('refresh')]).toEqual([final, final]);
});

it('a login identity can be unlinked from every state, but only once', () => {
  const not = loginIdentityMachine.states.filter(
    (state) => !loginIdentityMachine.can(state, 'unlink'),
  );
  expect(not).toEqual(['UNKNOWN', 'UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED']);
});
