import { outcomeOf, RIGHT_OTP, type LoginAttempt } from './login-outcomes.js';

/** Stages of a login at the simulated bank. */
export type LoginStage = 'CREDENTIALS' | 'DEVICE_SELECTION' | 'MOBILE_OTP';

export type LoginStep =
  | { readonly outcome: 'ACCEPTED' }
  | { readonly outcome: 'ACTION'; readonly stage: Exclude<LoginStage, 'CREDENTIALS'> }
  | {
      readonly outcome: 'REFUSED';
      readonly reason: 'CREDENTIALS_INVALID' | 'TOO_MANY_ATTEMPTS' | 'UNAVAILABLE' | 'USER_NEEDED';
    };

/** The wrong one-time password that ends the login. */
const LAST_WRONG_OTP = 3;
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
