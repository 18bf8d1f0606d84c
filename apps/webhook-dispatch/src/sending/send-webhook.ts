import { Injectable } from '@nestjs/common';
import type { Answer, ClaimedDelivery } from '../deliveries/delivery.js';
import { WebhookSigner } from '../signing/webhook-signer.js';
import { RealTime } from '../time/real-time.js';
import { retryAfterMs } from './retry-after.js';
import { WebhookClient } from './webhook-client.js';

const USER_AGENT = 'Towpath-Webhooks/1';

/** Signs and sends one delivery. Never rejects. */
@Injectable()
export class SendWebhook {
  constructor(
    private readonly client: WebhookClient,
    private readonly signer: WebhookSigner,
    private readonly time: RealTime,
  ) {}

  async execute(delivery: ClaimedDelivery): Promise<Answer> {
    const startedAt = this.time.now();
    const started = performance.now();
    const { url } = delivery.target;
    const headers = this.headersOf(delivery, startedAt);
    const {
      statusCode,
      headers: answered,
      body,
      error,
    } = await this.client.post({
      url,
      headers,
      body: delivery.body,
    });
    return {
      startedAt,
      durationMs: Math.round(performance.now() - started),
      statusCode,
      responseBody: body,
      error,
      retryAfterMs: retryAfterMs(answered['retry-after'], this.time.now()),
    };
  }

  /** The customer's own headers first: ours win, whatever their spelling. */
  private headersOf(delivery: ClaimedDelivery, at: Date): Record<string, string> {
    const { eventId, body, requestId, traceparent, target } = delivery;
    const custom = Object.entries(target.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    return {
      'user-agent': USER_AGENT,
      ...(Object.fromEntries(custom) as Record<string, string>),
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(traceparent ? { traceparent } : {}),
      ...this.signer.headers({
        eventId,
        body,
        at,
        secrets: target.secrets,
        kinds: target.signatureKinds,
      }),
    };
  }
}
