import { DomainError, parseId, type PaymentMethodId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function methodNotFound(): DomainError {
  return new DomainError('PAYMENT_METHOD_NOT_FOUND', 'No payment method has this ID.');
}

export function parseMethodId(raw: string): PaymentMethodId {
  const id = parseId<PaymentMethodId>(raw);
  if (!id) throw methodNotFound();
  return id;
}
