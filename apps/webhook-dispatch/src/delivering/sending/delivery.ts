import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import type { SignatureKind } from '../../endpoints/webhook-endpoints/webhook-endpoint.table.js';

/** One event at one endpoint. */
export interface DeliveryKey {
  readonly customerAppId: CustomerAppId;
  readonly eventId: EventId;
  readonly endpointId: WebhookEndpointId;
}

/** One claim of a batch of deliveries; the holder of another claim must not write their outcome. */
export type ClaimId = string & { readonly claim: true };

/** Address and settings of a request. */
export interface EndpointTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Those that are valid now, the current one first. */
  readonly secrets: readonly string[];
  readonly signatureKinds: readonly SignatureKind[];
}

/** The data to send one delivery while its lease lasts. */
export interface ClaimedDelivery extends DeliveryKey {
  readonly claim: ClaimId;
  readonly body: Buffer;
  readonly requestId: string;
  readonly traceparent: string | null;
  /** When the event was recorded. */
  readonly createdAt: Date;
  readonly target: EndpointTarget;
}

/** The result of one request. */
export interface Answer {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly statusCode: number | null;
  /** First 4 KB. */
  readonly responseBody: string | null;
  /** Why there is no answer, or no whole one. */
  readonly error: string | null;
  /** The receiver's requested wait in ms. */
  readonly retryAfterMs?: number | undefined;
}

export interface SentDelivery {
  readonly delivery: ClaimedDelivery;
  readonly answer: Answer;
}

/** 2xx alone acknowledges. */
export function isAcknowledged({ statusCode }: Pick<Answer, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}
