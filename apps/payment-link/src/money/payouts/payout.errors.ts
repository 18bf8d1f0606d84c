import { DomainError, parseId, type PayoutId } from '@towpath/kernel';
import type { PayoutFailure } from './payout.js';

/** The same answer for a malformed, an unknown and another app's ID. */
export function payoutNotFound(): DomainError {
  return new DomainError('PAYOUT_NOT_FOUND', 'No payout has this ID.');
}

export function parsePayoutId(raw: string): PayoutId {
  const id = parseId<PayoutId>(raw);
  if (!id) throw payoutNotFound();
  return id;
}

/** The bank took the funds back before they were used. */
export const FUNDS_RETURNED: PayoutFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank gave the funds back to the payer.',
};

/** The customer app refunded the funds, or they are disputed, before they were used. */
export const FUNDS_GONE: PayoutFailure = {
  code: 'INSUFFICIENT_BALANCE',
  explanation: 'The funds that were pulled were refunded or are disputed.',
};

/** The mandate was revoked before the bank collected. */
export const MANDATE_ENDED: PayoutFailure = {
  code: 'INVALID_MANDATE_STATUS',
  explanation: 'The mandate ended before the funds were pulled.',
};

/** Another payout, a dispute or a return took the collected funds. */
export const BALANCE_GONE: PayoutFailure = {
  code: 'INSUFFICIENT_BALANCE',
  explanation: 'The settlement account no longer covers the amount that was pulled.',
};

/** The recipient deleted the account or was erased, so the payout cannot be sent. */
export const RECIPIENT_GONE: PayoutFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the recipient was deleted before the bank took the payout.',
};
