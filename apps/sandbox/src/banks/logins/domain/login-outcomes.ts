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
