import type { DomainError } from '@towpath/kernel';

/**
 * Another service refused a call as wrong: a defect of ours, unless an operator wrote its input.
 */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';

  constructor(
    readonly service: string,
    readonly status: number,
    /** The service's error; undefined without an envelope. */
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
  /** There was no answer within the time of the call. */
  readonly timedOut: boolean;
  /** HTTP status of the answer, when there was one. */
  readonly status: number | undefined;
  /** Nothing was tried, because the service is known to be away. */
  readonly isWithheld: boolean;

  constructor(
    readonly service: string,
    readonly outcome: 'NOT_SENT' | 'UNKNOWN',
    options: PeerFailure,
  ) {
    super(`${service} is not available: ${options.reason}`, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
    this.status = options.status;
    this.isWithheld = options.isWithheld ?? false;
  }
}

interface PeerFailure {
  readonly reason: string;
  readonly cause?: unknown;
  readonly timedOut?: boolean;
  readonly status?: number;
  readonly isWithheld?: boolean;
}
