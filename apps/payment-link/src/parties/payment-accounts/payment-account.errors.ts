import { DomainError } from '@towpath/kernel';

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function accountNotFound(): DomainError {
  return new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', 'No payment account has this ID.');
}
