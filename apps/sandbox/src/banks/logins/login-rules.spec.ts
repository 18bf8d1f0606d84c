import { hasWrongOtp, outcomeOf, type LoginAttempt } from './login-rules.js';

const right: LoginAttempt = {
  institutionId: 'testbank',
  userId: 'usergood',
  password: 'datagood',
  otp: '123456',
};

describe('the login at the simulated bank', () => {
  it.each<[string, Partial<LoginAttempt>, number, string]>([
    ['everything right', {}, 0, 'ACCEPTED'],
    ['no one-time password yet', { otp: null }, 0, 'OTP_REQUIRED'],
    ['a wrong one', { otp: '000000' }, 0, 'REJECTED'],
    ['a second wrong one', { otp: '000000' }, 1, 'REJECTED'],
    ['the third wrong one', { otp: '000000' }, 2, 'LOCKED'],
    ['the right one after three wrong ones', {}, 3, 'LOCKED'],
    ['another password', { password: 'x' }, 0, 'REJECTED'],
    ['another user', { userId: 'nobody' }, 0, 'REJECTED'],
    ['user_locked', { userId: 'user_locked' }, 0, 'LOCKED'],
    ['user_down', { userId: 'user_down' }, 0, 'UNAVAILABLE'],
    ['user_otp', { userId: 'user_otp' }, 0, 'ACCEPTED'],
    ['the bank that is always down', { institutionId: 'testbank-unavailable' }, 0, 'UNAVAILABLE'],
  ])('%s', (_what, change, wrongBefore, outcome) => {
    expect(outcomeOf({ ...right, ...change }, wrongBefore)).toBe(outcome);
  });

  it('a wrong one-time password counts only after the right user ID and password', () => {
    const wrong = { ...right, otp: '000000' };
    expect(hasWrongOtp(wrong, 'REJECTED')).toBe(true);
    expect(hasWrongOtp({ ...wrong, password: 'x' }, 'REJECTED')).toBe(false);
    expect(hasWrongOtp(right, 'LOCKED')).toBe(false);
  });
});
