import { DomainError, parseId, type PaymentUserId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function userNotFound(): DomainError {
  return new DomainError('PAYMENT_USER_NOT_FOUND', 'No payment user has this ID.');
}

export function parseUserId(raw: string): PaymentUserId {
  const userId = parseId<PaymentUserId>(raw);
  if (!userId) throw userNotFound();
  return userId;
}
