/**
 * The caller did not send a whole request: it left (499) or was too slow (408). The caller's own
 * doing, never a fault of this service.
 */
export class RequestNotReceived extends Error {
  override readonly name = 'RequestNotReceived';

  private constructor(
    readonly status: 408 | 499,
    explanation: string,
  ) {
    super(explanation);
  }

  static callerLeft(): RequestNotReceived {
    return new RequestNotReceived(499, 'The caller left before the request was complete.');
  }

  static tooSlow(): RequestNotReceived {
    return new RequestNotReceived(408, 'The body did not arrive in time.');
  }
}
