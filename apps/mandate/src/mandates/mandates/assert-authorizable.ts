import { DomainError } from '@towpath/kernel';
import type { Mandate } from './mandate.js';

/** Throws INVALID_MANDATE_STATUS once the payer has nothing more to give. */
export function assertAuthorizable(mandate: Mandate): void {
  if (mandate.status === 'AUTHORIZATION_REQUIRED' || mandate.status === 'AUTHORIZING') return;
  throw new DomainError(
    'INVALID_MANDATE_STATUS',
    `A mandate that is ${mandate.status} cannot be authorized.`,
  );
}
