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
