import type { LoginRefusal } from '../../banks/institution-connections/institution-connector.js';
import type { FailedLogin } from '../../identities/login-identities/login-identity.js';
import type { LoginFailure } from '../../identities/login-identities/login-values.js';

/** The end of a login, with its reason. */
export type Refusal = LoginFailure & { readonly how: FailedLogin };

/**
 * The effect of a refused login. `LEFT`: the user did not answer. `OTHER_LOGIN`: the institution
 * accepted another login than the one that was linked. `LIMITED`: we do not ask the institution.
 */
export const REFUSALS: Readonly<
  Record<LoginRefusal | 'LEFT' | 'OTHER_LOGIN' | 'LIMITED', Refusal>
> = {
  CREDENTIALS_INVALID: {
    how: 'refuse',
    code: 'CREDENTIALS_INVALID',
    explanation: 'The institution rejected the login.',
  },
  TOO_MANY_ATTEMPTS: {
    how: 'lock',
    code: 'TOO_MANY_ATTEMPTS',
    explanation: 'The institution refuses further attempts for now.',
  },
  LIMITED: {
    how: 'lock',
    code: 'TOO_MANY_ATTEMPTS',
    explanation: 'Too many logins were wrong: try again later, with a new link.',
    reason: 'LIMITED',
  },
  UNAVAILABLE: {
    how: 'postpone',
    code: 'INSTITUTION_UNAVAILABLE',
    explanation: 'The institution is down; try again later.',
  },
  CANCELLED: {
    how: 'refuse',
    code: 'AUTHENTICATION_FAILED',
    explanation: 'The user refused on the page of the institution.',
  },
  USER_NEEDED: {
    how: 'refuse',
    code: 'REFRESH_NOT_ALLOWED',
    explanation: 'The institution asks for the user: link again.',
  },
  OTHER_LOGIN: {
    how: 'refuse',
    code: 'AUTHENTICATION_FAILED',
    explanation: 'This is another login than the linked one: make a new link for it.',
    reason: 'OTHER_LOGIN',
  },
  LEFT: {
    how: 'refuse',
    code: 'LINK_ACTION_EXPIRED',
    explanation: 'The user did not answer in time.',
  },
};

/** Whether the bank took the call is not known. */
export const UNANSWERED: Refusal = {
  how: 'postpone',
  code: 'INSTITUTION_UNAVAILABLE',
  explanation: 'The institution did not answer.',
};
