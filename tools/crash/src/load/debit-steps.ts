import { RIGHT_OTP, TYPED, type MandatePayer } from '@towpath/testing';
import { retryUntilAcknowledged } from './retries.js';
import type { Journal } from './journal.js';

interface Screen {
  readonly payer: MandatePayer;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

/**
 * A payer at the screens of a mandate. A step without an answer is encrypted again, because a
 * repeat of an accepted step is refused; the payer then continues.
 */
export async function authorizeMandate(screen: Screen, accountNumber: string): Promise<void> {
  const { payer } = screen;
  await retryUntilAcknowledged(screen, () => payer.select('testbank'));
  const steps = [
    [TYPED.account(accountNumber), TYPED.consent()],
    [TYPED.login()],
    [TYPED.login({ otp: RIGHT_OTP })],
  ];
  for (const entries of steps) {
    await retryUntilAcknowledged(screen, () => payer.submit(...entries));
  }
}
