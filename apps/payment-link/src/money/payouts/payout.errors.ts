import { DomainError, parseId, type PayoutId } from '@towpath/kernel';
import type { PayoutFailure } from './domain/payout.js';

/** The same answer for a malformed, an unknown and another app's ID. */
export function payoutNotFound(): DomainError {
  return new DomainError('PAYOUT_NOT_FOUND', 'No payout has this ID.');
}

export function parsePayoutId(raw: string): PayoutId {
  const id = parseId<PayoutId>(raw);
  if (!id) throw payoutNotFound();
  return id;
}

/** What can no longer be sent: its recipient deleted the account, or was erased. */
export const RECIPIENT_GONE: PayoutFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the recipient was deleted before the bank took the payout.',
};
