import type { EmbeddedError } from '@towpath/contracts';
import { ERROR_CODES, type ErrorCode } from '@towpath/kernel';
import type { AttemptFailure } from '../payment-links/domain/payment-attempt.js';

export const WITHDRAWN: AttemptFailure = {
  code: 'INVALID_MANDATE_STATUS',
  explanation: 'The mandate was withdrawn.',
};
export const NOT_COMPLETED: AttemptFailure = {
  code: 'AUTHENTICATION_FAILED',
  explanation: 'The authorization of the mandate was not completed.',
};

/** The code of the mandate's own failure, so far as this version knows it. */
export function failureOf(
  error: Pick<EmbeddedError, 'error_code' | 'details'> | null | undefined,
): AttemptFailure {
  const code = ERROR_CODES.find((known): known is ErrorCode => known === error?.error_code);
  return {
    code: code ?? 'PAYMENT_METHOD_DECLINED',
    explanation: error?.details ?? 'The bank refused the mandate.',
  };
}
