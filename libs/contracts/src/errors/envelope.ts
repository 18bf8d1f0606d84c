import type { ErrorCode } from '@towpath/kernel';
import { errorCatalogue, legacyCodeOf, type ErrorType } from './catalogue.js';

/**
 * E1: data and authentication operations (integer `code`). E2: link operations and `/jwks` (text
 * `code`). E3: payment operations and everything newer (no `code`).
 */
export type EnvelopeVariant = 'E1' | 'E2' | 'E3';

interface ErrorBody {
  readonly type: ErrorType;
  readonly error_code: ErrorCode;
  readonly message: string;
  readonly details: string;
  readonly request_id: string;
}

export interface ErrorEnvelope {
  readonly error: ErrorBody & { readonly code?: number | string };
}

export interface ErrorFacts {
  readonly code: ErrorCode;
  /** One sentence for the caller. For `INVALID_REQUEST` it starts with the field's path. */
  readonly details: string;
  readonly requestId: string;
}

/** The body of an error answer in the variant that the operation declares. */
export function errorEnvelope(variant: EnvelopeVariant, facts: ErrorFacts): ErrorEnvelope {
  const { type, message } = errorCatalogue[facts.code];
  const head = { type, error_code: facts.code };
  const tail = { message, details: facts.details, request_id: facts.requestId };
  switch (variant) {
    case 'E1':
      return { error: { ...head, code: legacyCodeOf(facts.code), ...tail } };
    case 'E2':
      return { error: { ...head, code: facts.code, ...tail } };
    case 'E3':
      return { error: { ...head, ...tail } };
  }
}

/** The `error` member of a failed resource. */
export interface EmbeddedErrorBody {
  readonly type: 'LINK_ERROR' | 'API_ERROR';
  readonly error_code: string;
  readonly message: string;
  readonly details: string;
}

/** The embedded form knows two types only, so `LINKING_ERROR` becomes `LINK_ERROR`. */
export function embeddedError(code: ErrorCode, details: string): EmbeddedErrorBody {
  const { type, message } = errorCatalogue[code];
  return {
    type: type === 'API_ERROR' ? 'API_ERROR' : 'LINK_ERROR',
    error_code: code,
    message,
    details,
  };
}
