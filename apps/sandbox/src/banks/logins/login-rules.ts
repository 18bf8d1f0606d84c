/** The bank's answers to a login. */
export type LoginOutcome = 'ACCEPTED' | 'OTP_REQUIRED' | 'REJECTED' | 'LOCKED' | 'UNAVAILABLE';

export interface LoginAttempt {
  readonly institutionId: string;
  readonly userId: string;
  readonly password: string;
  readonly otp: string | null;
}

const PASSWORD = 'datagood';
export const RIGHT_OTP = '123456';
/** The wrong one-time password that locks the login. */
const LAST_WRONG_OTP = 3;
const ALWAYS_DOWN = 'testbank-unavailable';

/** Users whose data differ; all of them can log in. */
const KNOWN_USERS = new Set([
  'usergood',
  'user_otp',
  'user_device',
  'user_partial',
  'user_empty',
  'user_slow',
  'user_large',
]);

/**
 * Derived from the input and the number of wrong one-time passwords before. The right one has no
 * effect after the login is locked.
 */
export function outcomeOf(attempt: LoginAttempt, wrongOtpsBefore: number): LoginOutcome {
  const { institutionId, userId, password, otp } = attempt;
  if (institutionId === ALWAYS_DOWN || userId === 'user_down') return 'UNAVAILABLE';
  if (userId === 'user_locked' || wrongOtpsBefore >= LAST_WRONG_OTP) return 'LOCKED';
  if (!KNOWN_USERS.has(userId) || password !== PASSWORD) return 'REJECTED';
  if (otp === null) return 'OTP_REQUIRED';
  if (otp === RIGHT_OTP) return 'ACCEPTED';
  return wrongOtpsBefore + 1 >= LAST_WRONG_OTP ? 'LOCKED' : 'REJECTED';
}

/** Whether the one-time password was wrong. */
export function hasWrongOtp(attempt: LoginAttempt, outcome: LoginOutcome): boolean {
  const { otp, userId, password } = attempt;
  const gotThatFar = KNOWN_USERS.has(userId) && password === PASSWORD && otp !== null;
  return gotThatFar && otp !== RIGHT_OTP && (outcome === 'REJECTED' || outcome === 'LOCKED');
}

/** Stages of a login at the simulated bank. */
export type LoginStage = 'CREDENTIALS' | 'DEVICE_SELECTION' | 'MOBILE_OTP';

export type LoginStep =
  | { readonly outcome: 'ACCEPTED' }
  | { readonly outcome: 'ACTION'; readonly stage: Exclude<LoginStage, 'CREDENTIALS'> }
  | {
      readonly outcome: 'REFUSED';
      readonly reason: 'CREDENTIALS_INVALID' | 'TOO_MANY_ATTEMPTS' | 'UNAVAILABLE' | 'USER_NEEDED';
    };

const FIRST_ACTION: Readonly<Record<string, Exclude<LoginStage, 'CREDENTIALS'>>> = {
  user_otp: 'MOBILE_OTP',
  user_device: 'DEVICE_SELECTION',
};

/** Whether the bank asks this user for more than user ID and password. */
export function asksForMore(userId: string): boolean {
  return userId in FIRST_ACTION;
}

/** The bank's answer to user ID and password, before any other question. */
export function firstStep(login: Omit<LoginAttempt, 'otp'>): LoginStep {
  const outcome = outcomeOf({ ...login, otp: null }, 0);
  if (outcome === 'UNAVAILABLE') return { outcome: 'REFUSED', reason: 'UNAVAILABLE' };
  if (outcome === 'LOCKED') return { outcome: 'REFUSED', reason: 'TOO_MANY_ATTEMPTS' };
  if (outcome === 'REJECTED') return { outcome: 'REFUSED', reason: 'CREDENTIALS_INVALID' };
  const stage = FIRST_ACTION[login.userId];
  return stage ? { outcome: 'ACTION', stage } : { outcome: 'ACCEPTED' };
}

/** The bank's next step after an answer. `wrongBefore` counts the wrong codes of this login. */
export function nextStep(
  stage: LoginStage,
  inputs: Readonly<Record<string, string>>,
  wrongBefore: number,
): LoginStep {
  if (wrongBefore >= LAST_WRONG_OTP) return { outcome: 'REFUSED', reason: 'TOO_MANY_ATTEMPTS' };
  if (stage === 'DEVICE_SELECTION') {
    const isKnown = DEVICES.some(({ value }) => value === inputs['device']);
    return { outcome: 'ACTION', stage: isKnown ? 'MOBILE_OTP' : 'DEVICE_SELECTION' };
  }
  if (inputs['otp']?.replaceAll(/\s/gu, '') === RIGHT_OTP) return { outcome: 'ACCEPTED' };
  return wrongBefore + 1 >= LAST_WRONG_OTP
    ? { outcome: 'REFUSED', reason: 'TOO_MANY_ATTEMPTS' }
    : { outcome: 'ACTION', stage: 'MOBILE_OTP' };
}

/** Devices to which the bank can send its code. */
export const DEVICES = [
  { value: 'phone', ending: '4321' },
  { value: 'tablet', ending: '8765' },
] as const;
