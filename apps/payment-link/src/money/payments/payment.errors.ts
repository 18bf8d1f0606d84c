import { DomainError } from '@towpath/kernel';

/** Also for an ID of another customer app. */
export function paymentNotFound(): DomainError {
  return new DomainError('PAYMENT_NOT_FOUND', 'No payment has this ID.');
}
