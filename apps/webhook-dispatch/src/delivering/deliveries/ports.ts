import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import type { WebhookEvent } from '../../recording/events/ports.js';
import type { DueEndpoint } from '../../recording/queue/delivery-doorbell.js';
import type { ClaimedDelivery, ClaimId, DeliveryKey, EndpointTarget } from '../sending/delivery.js';
import type { DeliveryState } from '../../recording/queue/domain/delivery.transitions.js';
import type { EndpointHealth } from './domain/endpoint-health.js';
import type { RetryPosition } from './domain/retry-schedule.js';

/** A stored and locked delivery, with the state of its endpoint. */
export interface StoredDelivery extends DeliveryKey {
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly retry: RetryPosition;
  readonly dueAt: Date | null;
  readonly claimedBy: string | null;
  readonly enabledAt: Date;
  readonly health: EndpointHealth;
}

/** An endpoint whose deliveries are locked against other claims until the transaction ends. */
export interface EndpointStanding {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  readonly enabledAt: Date;
  readonly target: EndpointTarget;
  readonly health: EndpointHealth;
  readonly limitPerSecond: number | null;
  readonly rateUsedUntil: Date | null;
  /** Claimed and not recorded, by any replica. */
  readonly inFlight: number;
}

/** Permission to claim. */
export interface ClaimGrant {
  readonly endpoint: EndpointStanding;
  readonly quota: number;
}

export interface ClaimTerms {
  readonly claim: ClaimId;
  readonly at: Date;
  readonly leaseUntil: Date;
}

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Endpoints at which something due was left: beyond the quota, or behind an earlier event. */
  readonly left: ReadonlySet<WebhookEndpointId>;
}

/** An endpoint to which something could be sent from an instant on. */
export interface EndpointDue extends DueEndpoint {
  readonly dueAt: Date;
}

export interface DeliveryChange extends Omit<StoredDelivery, 'health' | 'enabledAt'> {
  readonly lastAttemptAt: Date;
  readonly lastStatusCode: number | null;
}

export interface NewAttempt extends DeliveryKey {
  readonly attemptId: string;
  readonly attemptNumber: number;
  readonly succeeded: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface HealthChange {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  readonly health: EndpointHealth;
}

export interface Outcomes {
  readonly deliveries: readonly DeliveryChange[];
  readonly attempts: readonly NewAttempt[];
  readonly healths: readonly HealthChange[];
}

/** A delivery as a resend finds it, locked. */
export interface ResendableDelivery {
  readonly endpointId: WebhookEndpointId;
  readonly status: DeliveryState;
  /** End of the sender's lease; null if no process sends it. */
  readonly inFlightUntil: Date | null;
}

export interface ResentDelivery {
  readonly endpointId: WebhookEndpointId;
  readonly status: DeliveryState;
}

export interface Resend {
  readonly event: Pick<WebhookEvent, 'eventId' | 'resourceId' | 'sequence'>;
  /** Become due now, with the whole retry schedule before them. */
  readonly changes: readonly ResentDelivery[];
  /** Endpoints that the event was never meant for. */
  readonly added: readonly WebhookEndpointId[];
  readonly at: Date;
}
