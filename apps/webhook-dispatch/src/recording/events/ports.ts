import type { PublicWebhook, WebhookDeliveryStatus } from '@towpath/contracts';
import type { EventId, WebhookEndpointId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { FeedCursor } from './feed-cursor.js';

/** The data of an endpoint for its subscriptions. */
export interface Subscriber {
  readonly endpointId: WebhookEndpointId;
  readonly eventTypes: readonly string[];
}

export interface NumberedResources {
  /** Position of each new event among the public events of its resource. */
  readonly sequences: readonly number[];
  readonly subscribers: readonly Subscriber[];
}

/** A public event in its stored form. */
export interface NewMessage {
  readonly eventId: EventId;
  readonly eventType: string;
  readonly resource: PublicWebhook['resource'];
  readonly sequence: number;
  readonly eventTime: string;
  /** Exactly the bytes that will be sent. */
  readonly body: Buffer;
  readonly requestId: string;
  readonly traceparent: string | null;
  /** Endpoints that it is delivered to. */
  readonly recipients: readonly WebhookEndpointId[];
}

export interface Moment {
  /** Real time. */
  readonly at: Date;
}

/** Which events of the feed; an empty list does not restrict. */
export interface EventFilters {
  readonly eventTypes: readonly string[];
  readonly statuses: readonly WebhookDeliveryStatus[];
  readonly endpointId: string | null;
  readonly resourceId: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
}

export interface EventDelivery {
  readonly endpointId: WebhookEndpointId;
  /** `HELD` while the endpoint is disabled. */
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly lastStatusCode: number | null;
}

/** A stored event with what became of it at each endpoint that exists. */
export interface WebhookEvent {
  readonly cursor: FeedCursor;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly eventTime: Date;
  readonly resourceId: string;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly body: Buffer;
  readonly deliveries: readonly EventDelivery[];
}

export interface DeliveryAttempt {
  readonly attemptId: string;
  readonly eventId: EventId;
  readonly endpointId: WebhookEndpointId;
  readonly attemptNumber: number;
  readonly outcome: 'SUCCEEDED' | 'FAILED';
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export abstract class WebhookEventFeed {
  /**
   * Oldest first, after the cursor. It ends before the oldest transaction that may still add an
   * event, so a reader that follows it misses none.
   */
  abstract page(
    tx: AppTx,
    filters: EventFilters,
    range: { readonly after: FeedCursor | null; readonly limit: number },
  ): Promise<WebhookEvent[]>;
  abstract find(tx: AppTx, eventId: EventId): Promise<WebhookEvent | null>;
  /** Newest first. */
  abstract attempts(tx: AppTx, eventId: EventId): Promise<DeliveryAttempt[]>;
}
