import { createHash } from 'node:crypto';
import { DomainError, type CustomerAppId } from '@towpath/kernel';

/** A request that may carry an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly customerAppId: CustomerAppId;
  /** `POST`. */
  readonly method: string;
  /** The route's pattern, without values: `/mandates/{mandate_id}/close`. */
  readonly route: string;
  /** Values of the route's parameters; they are compared as the body is. */
  readonly params?: Readonly<Record<string, string>>;
  /** The header; undefined if the caller sent none, and then nothing is stored. */
  readonly key: string | undefined;
  /** The meaning of the body; it is compared as a value, so order and spacing do not matter. */
  readonly body: unknown;
}

/** A sent answer. `body` is the exact text. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The key of a stored answer, and the request that it belongs to. */
export interface IdempotencyScope {
  readonly customerAppId: CustomerAppId;
  /** SHA-256 of method, route and key, in hex. */
  readonly hash: string;
  /** `POST /mandates`, for people who look at the table. */
  readonly operation: string;
  /** SHA-256 of the values of parameters and body; kept encrypted, since bodies can be guessed. */
  readonly fingerprint: string;
}

const LONGEST_KEY = 255;
const DEEPEST_BODY = 64;

/** Throws INVALID_REQUEST for an unusable key or a body nested too deeply. */
export function scopeOf(request: IdempotentRequest & { readonly key: string }): IdempotencyScope {
  const { customerAppId, method, route, params = {}, key, body } = request;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw new DomainError(
      'INVALID_REQUEST',
      `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`,
    );
  }
  const hasParams = Object.keys(params).length > 0;
  const asked = canonicalJson(hasParams ? { params, body } : body);
  return {
    customerAppId,
    hash: sha256(JSON.stringify([method, route, key])).toString('hex'),
    operation: `${method} ${route}`,
    fingerprint: sha256(asked).toString('base64url'),
  };
}

/** Number of the advisory lock that copies of the request compete for. */
export function lockNumberOf(scope: IdempotencyScope): bigint {
  return sha256(`${scope.customerAppId} ${scope.hash}`).readBigInt64BE(0);
}

/** The same text for equal JSON values: members sorted, no spaces. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEEPEST_BODY) {
    throw new DomainError('INVALID_REQUEST', 'The body is nested too deeply.');
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item, depth + 1)}`);
  return `{${members.join()}}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
