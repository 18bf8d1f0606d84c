import {
  AUTHENTICATION_STATUSES,
  LINK_SESSION_STATUSES,
  LOGIN_IDENTITY_STATUSES,
} from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { authenticationMachine } from './authentication.transitions.js';
import { linkSessionMachine } from './link-session.transitions.js';
import { loginIdentityMachine } from './login-identity.transitions.js';

describeStateMachine(loginIdentityMachine, { statuses: LOGIN_IDENTITY_STATUSES });
describeStateMachine(authenticationMachine, { statuses: AUTHENTICATION_STATUSES });
describeStateMachine(linkSessionMachine, { statuses: LINK_SESSION_STATUSES });

it('begins anew only where nothing goes on by itself', () => {
  const able = (command: 'relink' | 'refresh') =>
    loginIdentityMachine.states.filter((state) => loginIdentityMachine.can(state, command));
  const final = ['ERROR', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', 'DATA_RETRIEVAL_COMPLETE'];
  expect([able('relink'), able('refresh')]).toEqual([final, final]);
});

it('can be deleted from everywhere, once', () => {
  const not = loginIdentityMachine.states.filter(
    (state) => !loginIdentityMachine.can(state, 'unlink'),
  );
  expect(not).toEqual(['UNKNOWN', 'UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED']);
});
