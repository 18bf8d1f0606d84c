import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import type { AppTx, WorkerTx } from '@towpath/persistence';
import type { Subscriber, WebhookEvent } from '../events/ports.js';
import type {
  ClaimedDelivery,
  ClaimId,
  DeliveryKey,
  DueEndpoint,
  EndpointTarget,
  StoredDelivery,
} from './delivery.js';
import type { DeliveryState } from './domain/delivery.transitions.js';
import type { EndpointHealth } from './domain/endpoint-health.js';
import type { Recovery, RecoveryOrder } from './domain/recovery.js';

/** An endpoint whose deliveries nobody else may claim until the transaction ends. */
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

/** How deliveries get from the table to a worker. */
export abstract class DeliveryClaims {
  /** Enabled endpoints with due deliveries that are not paused. */
  abstract due(tx: WorkerTx, at: Date): Promise<DueEndpoint[]>;
  /** Those of the endpoints that are enabled and that nobody else is claiming from right now. */
  abstract standings(
    tx: WorkerTx,
    endpointIds: readonly WebhookEndpointId[],
    at: Date,
  ): Promise<EndpointStanding[]>;
  /**
   * First tries before retries, each resource's events in their sequence: one is not claimed while
   * an earlier one waits for its first try.
   */
  abstract claim(
    tx: WorkerTx,
    grants: readonly ClaimGrant[],
    terms: ClaimTerms,
  ): Promise<ClaimedDelivery[]>;
  abstract setRateUsed(tx: WorkerTx, endpoint: EndpointStanding, usedUntil: Date): Promise<void>;
  /** Gives claims back that were not sent. */
  abstract release(tx: WorkerTx, deliveries: readonly ClaimedDelivery[], at: Date): Promise<void>;
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

/** How what became of them gets back. */
export abstract class DeliveryRecords {
  /** Locks them; those that are gone with their endpoint or message are left out. */
  abstract lock(tx: WorkerTx, keys: readonly DeliveryKey[]): Promise<StoredDelivery[]>;
  abstract write(tx: WorkerTx, outcomes: Outcomes): Promise<void>;
}

/** A delivery as a resend finds it, locked. */
export interface ResendableDelivery {
  readonly endpointId: WebhookEndpointId;
  readonly status: DeliveryState;
  /** End of the lease of whoever sends it; null when nobody does. */
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

/** What customer apps change about their deliveries. */
export abstract class DeliveryQueue {
  /** Forgets the endpoint's failures and makes its retries due. */
  abstract reopen(
    tx: AppTx,
    reopened: { readonly endpointId: WebhookEndpointId; readonly at: Date },
  ): Promise<void>;
  /** The endpoints of the app. */
  abstract subscribers(tx: AppTx): Promise<readonly Subscriber[]>;
  /** The deliveries of an event to these endpoints. */
  abstract lockOf(
    tx: AppTx,
    eventId: EventId,
    endpointIds: readonly WebhookEndpointId[],
  ): Promise<ResendableDelivery[]>;
  abstract resend(tx: AppTx, resend: Resend): Promise<void>;
}

/** Recoveries of endpoints, the last one of each. */
export abstract class RecoveryRepository {
  abstract find(tx: AppTx, endpointId: WebhookEndpointId): Promise<Recovery | null>;
  /** In the place of the last one. */
  abstract start(tx: AppTx, endpointId: WebhookEndpointId, order: RecoveryOrder): Promise<Recovery>;
}
