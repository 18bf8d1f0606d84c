import type { ErrorBody, Intent, Kind, SetupIntent } from './stripe-objects.js';

/** An answer other than 200. The answer to a declined card keeps what the request has changed. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';

  constructor(
    readonly status: number,
    readonly error: ErrorBody,
  ) {
    super(error.message);
  }

  /** An idempotency key keeps answers of requests that began to work, and no others. */
  get isKept(): boolean {
    if ([401, 403, 409, 429].includes(this.status)) return false;
    const { type, code } = this.error;
    return type !== 'idempotency_error' && !code?.startsWith('parameter_');
  }
}

export function invalid(message: string, more: Partial<ErrorBody> = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });
}

export function missing(
  kind: Kind,
  { id, param = 'id' }: { readonly id: string; readonly param?: string },
): StripeRefusal {
  const message = `No such ${kind.replaceAll('_', '')}: '${id}'`;
  const more = { code: 'resource_missing', param };
  return new StripeRefusal(404, { type: 'invalid_request_error', message, ...more });
}

type Verb = 'confirm' | 'capture' | 'cancel' | 'update';

/** The state of the intent does not permit the request. */
export function unexpectedState(verb: Verb, intent: Intent | SetupIntent): StripeRefusal {
  const { object, status } = intent;
  const named = object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  return invalid(
    `You cannot ${verb} this ${named} because it has a status of ${status}.`,
    intent.object === 'payment_intent'
      ? { code: 'payment_intent_unexpected_state', payment_intent: intent }
      : { code: 'setup_intent_unexpected_state', setup_intent: intent },
  );
}
