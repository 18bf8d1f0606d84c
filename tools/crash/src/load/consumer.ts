import { createHash, createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import {
  WebhookReceiver,
  type Merchant,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@towpath/testing';
import type { EndpointEvidence, ReceivedWebhook } from '../evidence/evidence.js';

interface Subscription extends EndpointEvidence {
  readonly path: string;
  readonly secret: string;
}

/** One event in so many is refused once, so that retries happen too. */
const REFUSED_ONCE_IN = 10;
const TAKEN = 200;

/** The webhook consumer of all customer apps: keeps what arrives, refuses some of it once. */
export class Consumer {
  private readonly subscriptions: Subscription[] = [];
  private readonly refused = new Set<string>();

  private constructor(private readonly receiver: WebhookReceiver) {
    receiver.otherwise = (request) => this.answer(request);
  }

  static async start(): Promise<Consumer> {
    return new Consumer(await WebhookReceiver.start());
  }

  get endpoints(): readonly EndpointEvidence[] {
    return this.subscriptions;
  }

  async subscribe(merchant: Merchant, eventTypes: readonly string[]): Promise<void> {
    const path = `/${merchant.customerAppId}/${this.subscriptions.length}`;
    const url = this.receiver.url(path);
    const endpoint = await merchant.createWebhookEndpoint({
      body: { url, event_types: [...eventTypes] },
    });
    this.subscriptions.push({
      customer_app_id: merchant.customerAppId,
      webhook_endpoint_id: endpoint.webhook_endpoint_id,
      event_types: eventTypes,
      secret: endpoint.secret,
      path,
    });
  }

  /** What arrived so far, its signatures checked with the published key (PEM). */
  received(publicKey: string): ReceivedWebhook[] {
    return this.receiver.requests.flatMap((request) => {
      const subscription = this.subscriptions.find(({ path }) => path === request.path);
      return subscription ? [received(request, { subscription, publicKey })] : [];
    });
  }

  async stop(): Promise<void> {
    await this.receiver.stop();
  }

  private answer({ path, headers }: Omit<ReceivedRequest, 'answered'>): ScriptedAnswer {
    const delivery = `${path} ${headers['webhook-id']}`;
    const lot = createHash('sha256').update(delivery).digest().readUInt32LE();
    if (lot % REFUSED_ONCE_IN > 0 || this.refused.has(delivery)) return { status: TAKEN };
    this.refused.add(delivery);
    return { status: 500 };
  }
}

interface Keys {
  readonly subscription: Subscription;
  readonly publicKey: string;
}

function received(request: ReceivedRequest, keys: Keys): ReceivedWebhook {
  const { body, headers, rawBody } = request;
  return {
    webhook_endpoint_id: keys.subscription.webhook_endpoint_id,
    event_id: headers['webhook-id'] ?? '',
    event_type: String(body['event_type']),
    customer_app_id: String(body['customer_app_id']),
    sequence: Number(body['sequence']),
    body: rawBody.toString('utf8'),
    verified: isGenuine(request, keys),
    acknowledged: request.answered === TAKEN,
  };
}

/** Both signatures, from their descriptions; the age of the timestamp is of no interest here. */
function isGenuine(
  { headers, rawBody }: ReceivedRequest,
  { subscription, publicKey }: Keys,
): boolean {
  const key = Buffer.from(subscription.secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const wanted = createHmac('sha256', key).update(signed).update(rawBody).digest();
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  const signature = headers['service-signature'] ?? '';
  return isSigned && createVerify('sha256').update(rawBody).verify(publicKey, signature, 'base64');
}
