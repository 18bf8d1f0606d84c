import { DomainError, parseId, type PaymentUserId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function userNotFound(): DomainError {
  return new DomainError('PAYMENT_USER_NOT_FOUND', 'No payment user has this ID.');
}

/** An `external_user_id` is never used again after the erasure of its person. */
export function externalUserErased(): DomainError {
  return new DomainError(
    'DUPLICATE_REFERENCE',
    'external_user_id belonged to a payment user who was erased; use another one.',
  );
}

export function parseUserId(raw: string): PaymentUserId {
  const userId = parseId<PaymentUserId>(raw);
  if (!userId) throw userNotFound();
  return userId;
}
