import { Injectable } from '@nestjs/common';
import { currentTraceparent, requestContext, withSpan } from '@towpath/observability';
import type { Answer, ClaimedDelivery } from './delivery.js';
import { WebhookSigner } from '../signing/webhook-signer.js';
import { RealTime } from '../../time/real-time.js';
import { WebhookClient } from './webhook-client.js';

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const SECONDS = /^\d{1,9}$/;

/**
 * The wait that `Retry-After` requests, in ms from `now`; undefined if it is absent or unusable.
 */
export function retryAfterMs(header: unknown, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const ms = SECONDS.test(text) ? Number(text) * 1_000 : dateMs(text, now);
  return ms !== undefined && ms > 0 ? ms : undefined;
}

function dateMs(text: string, now: Date): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now.getTime();
}

const USER_AGENT = 'Towpath-Webhooks/1';

/** The signed requests to endpoints. */
@Injectable()
export class WebhookRequests {
  constructor(
    private readonly client: WebhookClient,
    private readonly signer: WebhookSigner,
    private readonly time: RealTime,
  ) {}

  /** Never rejects. Runs in the trace and under the request ID of what caused the event. */
  send(delivery: ClaimedDelivery): Promise<Answer> {
    const { requestId, customerAppId, eventId, endpointId, traceparent } = delivery;
    const origin = { requestId, customerAppId, ...(traceparent ? { traceparent } : {}) };
    const attributes = { 'event.id': eventId, 'webhook_endpoint.id': endpointId };
    return requestContext.run(origin, () =>
      withSpan('send webhook', attributes, () => this.post(delivery)),
    );
  }

  private async post(delivery: ClaimedDelivery): Promise<Answer> {
    const startedAt = this.time.now();
    const started = performance.now();
    const { statusCode, headers, body, error } = await this.client.post({
      url: delivery.target.url,
      headers: this.headersOf(delivery, startedAt),
      body: delivery.body,
    });
    return {
      startedAt,
      durationMs: Math.round(performance.now() - started),
      statusCode,
      responseBody: body,
      error,
      retryAfterMs: retryAfterMs(headers['retry-after'], this.time.now()),
    };
  }

  /** Ends all running requests. */
  close(): Promise<void> {
    return this.client.close();
  }

  /** The customer's own headers first: ours win, whatever their spelling. */
  private headersOf(delivery: ClaimedDelivery, at: Date): Record<string, string> {
    const { eventId, body, requestId, target } = delivery;
    const traceparent = currentTraceparent();
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
