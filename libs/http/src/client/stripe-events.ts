import { DomainError } from '@towpath/kernel';
import type Stripe from 'stripe';
import type { RawCallBack } from './call-backs.js';
import type { EndpointSecret } from './gateway-credentials.js';
import type { StripeClient } from './stripe-client.js';
import { STRIPE } from './stripe-keys.js';

const TOLERANCE_S = 300;

/** An event whose signature was verified. */
export interface StripeEvent {
  readonly eventId: string;
  /** For example `charge.dispute.created`. */
  readonly type: string;
  /** In seconds. */
  readonly created: number;
  readonly object: StripeEventObject;
  /** Idempotency key of the request that caused it; null without one. */
  readonly requestKey: string | null;
  /** `acct_…` of the connected account that it is about; null for the account of the key. */
  readonly account: string | null;
  /** The only app that it can be about; null where the account serves several. */
  readonly customerAppId: string | null;
}

/** What we read of the object of an event: it only makes us ask. */
export interface StripeEventObject {
  /** For example `payment_intent`. */
  readonly object: string;
  readonly id: string;
  readonly metadata?: Stripe.Metadata | null;
  readonly payment_intent?: string | { readonly id: string } | null;
}

/**
 * Throws `UNAUTHORIZED` for a wrong or old signature, an unknown endpoint or the other mode, and
 * `INVALID_REQUEST` for another body. By real time.
 */
export async function readStripeEvent(
  client: StripeClient,
  raw: RawCallBack,
  endpointId: string | null,
): Promise<StripeEvent> {
  const secrets = await client.options.credentials.endpoint(STRIPE, endpointId);
  for (const secret of secrets.filter(({ live }) => live === client.live)) {
    const event = await signedBy(client, secret, raw);
    if (!event) continue;
    if (event.livemode !== client.live) {
      client.alarm('MODE', 'an event of the other mode');
      throw new DomainError('UNAUTHORIZED', 'The call-back is of the other mode.');
    }
    const { id: eventId, type, created, data, request, account = null } = event;
    const object: StripeEventObject = data.object as StripeEventObject;
    const requestKey = request?.idempotency_key ?? null;
    const { customerAppId } = secret;
    return { eventId, type, created, object, requestKey, account, customerAppId };
  }
  throw new DomainError('UNAUTHORIZED', 'The signature of the call-back is not valid.');
}

async function signedBy(
  client: StripeClient,
  { secret }: EndpointSecret,
  { body, headers, receivedAt }: RawCallBack,
): Promise<Stripe.Event | null> {
  const { webhooks, errors } = await client.sdk();
  const header = String(headers['stripe-signature'] ?? '');
  const at = receivedAt.getTime();
  try {
    return await webhooks.constructEventAsync(body, header, secret, TOLERANCE_S, undefined, at);
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) return null;
    if (error instanceof SyntaxError)
      throw new DomainError('INVALID_REQUEST', 'body must be an event of Stripe.');
    throw error;
  }
}
