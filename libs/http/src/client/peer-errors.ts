import type { DomainError } from '@towpath/kernel';

/**
 * Another service refused a call as wrong: a defect of ours, unless an operator wrote its input.
 */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';

  constructor(
    readonly service: string,
    readonly status: number,
    /** What the service answered; undefined without an envelope. */
    readonly refusal: DomainError | undefined,
  ) {
    super(`${service} refused the call with HTTP ${status}: ${refusal?.message ?? ''}`);
  }
}

/**
 * Another service did not answer as it should. `NOT_SENT`: it has certainly not seen the request.
 * `UNKNOWN`: it may have acted on it.
 */
export class PeerUnavailable extends Error {
  override readonly name = 'PeerUnavailable';

  constructor(
    readonly service: string,
    readonly outcome: 'NOT_SENT' | 'UNKNOWN',
    options: { readonly reason: string; readonly cause?: unknown },
  ) {
    super(`${service} is not available: ${options.reason}`, { cause: options.cause });
  }
}
