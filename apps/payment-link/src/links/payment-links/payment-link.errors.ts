import { DomainError, parseId, type PaymentLinkId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function linkNotFound(): DomainError {
  return new DomainError('PAYMENT_LINK_NOT_FOUND', 'No payment link has this ID.');
}

export function parseLinkId(raw: string): PaymentLinkId {
  const id = parseId<PaymentLinkId>(raw);
  if (!id) throw linkNotFound();
  return id;
}

/**
 * The same answer for a mandate that ended, has no room left, is unknown, or belongs to another
 * payer.
 */
export function savedMandateEnded(): DomainError {
  return new DomainError(
    'INVALID_PAYMENT_METHOD_STATUS',
    'The saved mandate cannot be charged for this payment; choose another payment method.',
  );
}
