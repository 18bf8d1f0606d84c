import type { ErrorCode } from './error-codes.js';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** Why something failed or was refused, in the words of the interface. */
export interface Failure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/**
 * An expected refusal: part of the contract, not a fault. Thrown by the domain and by use cases,
 * mapped to an HTTP answer or a message outcome in one place each.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  /**
   * @param code an entry of the error catalogue
   * @param explanation one sentence for the caller; it becomes `details` and holds no secret
   * @param facts values for the log, never for the caller
   */
  constructor(
    readonly code: ErrorCode,
    readonly explanation: string,
    readonly facts: ErrorDetails = {},
  ) {
    super(`${code}: ${explanation}`);
  }
}

/** Why the work is refused; undefined if it is not. */
export function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.explanation;
    throw error;
  }
}

/** Ends a switch over a union: does not compile when a member is missing. */
export function assertUnreachable(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
