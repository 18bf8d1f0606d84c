import { errorCatalogue } from '@towpath/contracts';
import { DomainError, type ErrorCode } from '@towpath/kernel';
import { isInfrastructureError } from '@towpath/persistence';

import { Unanswered } from '../client/connector-client.js';
import { CallRefused, PeerUnavailable } from '../client/peer-errors.js';
import { RequestNotReceived } from './request-not-received.js';

/** The description of an error for the caller. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: string;
  readonly headers: Readonly<Record<string, string>>;
}

const BY_STATUS: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [400, ['INVALID_REQUEST', 'request could not be read']],
  [404, ['ROUTE_NOT_FOUND', 'There is no such path, or not with this method.']],
  [413, ['PAYLOAD_TOO_LARGE', 'body is larger than this operation accepts']],
  [414, ['INVALID_REQUEST', 'path is too long']],
  [415, ['UNSUPPORTED_MEDIA_TYPE', 'content-type is not supported']],
]);

/** Maps any error to an answer. Only a `DomainError` may say more than its code does. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    return answer(error.code, error.explanation, headersOf(error));
  }
  if (error instanceof RequestNotReceived) {
    return { ...answer('INVALID_REQUEST', error.message, {}), status: error.status };
  }
  const isAway = error instanceof PeerUnavailable || error instanceof Unanswered;
  if (isAway || isInfrastructureError(error)) {
    return answer('SERVICE_UNAVAILABLE', 'A part of the service does not answer. Try again.', {
      'retry-after': '1',
    });
  }
  const status = statusOf(error);
  const known = BY_STATUS.get(status);
  if (known) return answer(...known, {});
  if (status >= 400 && status < 500) return answer('INVALID_REQUEST', 'request is invalid', {});
  return answer('INTERNAL_ERROR', 'The request failed unexpectedly and was recorded.', {});
}

function answer(code: ErrorCode, details: string, headers: Record<string, string>): Failure {
  return { code, status: errorCatalogue[code].status, details, headers };
}

function headersOf({ code, facts }: DomainError): Record<string, string> {
  switch (code) {
    case 'UNAUTHORIZED':
      return { 'www-authenticate': facts['missing'] ? 'Bearer' : 'Bearer error="invalid_token"' };
    case 'TOKEN_EXPIRED':
      return { 'www-authenticate': 'Bearer error="invalid_token"' };
    case 'INSUFFICIENT_SCOPE':
      return { 'www-authenticate': challengeFor(facts['scope']) };
    case 'METHOD_NOT_ALLOWED':
      return { allow: String(facts['allow']) };
    case 'IDEMPOTENCY_REQUEST_IN_PROGRESS':
    case 'CLOCK_ADVANCING':
    case 'SERVICE_UNAVAILABLE':
    case 'RATE_LIMITED':
      return { 'retry-after': String(facts['retryAfterSeconds'] ?? 1) };
    default:
      return {};
  }
}

function challengeFor(scope: unknown): string {
  const named = typeof scope === 'string' ? `, scope="${scope}"` : '';
  return `Bearer error="insufficient_scope"${named}`;
}

/** HTTP status that a framework error carries; 0 when it carries none. */
function statusOf(error: unknown): number {
  // what another service answered to us says nothing about the request that we answer
  if (error instanceof CallRefused) return 0;
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  const found = statusCode ?? status;
  return typeof found === 'number' ? found : 0;
}
