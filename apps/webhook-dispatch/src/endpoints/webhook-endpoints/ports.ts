import type { PageRange } from '@towpath/http';
import type { WebhookEndpointId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { WebhookEndpoint } from './domain/webhook-endpoint.js';

export interface EndpointPage {
  readonly endpoints: WebhookEndpoint[];
  /** Number of endpoints on all pages. */
  readonly total: number;
}

export abstract class WebhookEndpointRepository {
  abstract find(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint | null>;
  /** Like `find`, and locks the endpoint until the transaction ends. */
  abstract lock(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint | null>;
  /** Newest first. */
  abstract list(tx: AppTx, range: PageRange): Promise<EndpointPage>;
  abstract count(tx: AppTx): Promise<number>;
  /** Adds a new endpoint to the batch. */
  abstract add(batch: WriteBatch, endpoint: WebhookEndpoint): void;
  /** Adds the state of a stored endpoint to the batch. */
  abstract save(batch: WriteBatch, endpoint: WebhookEndpoint): void;
  /** Adds its end to the batch: secrets and headers are gone, its ID stays known to attempts. */
  abstract remove(batch: WriteBatch, endpoint: WebhookEndpoint, real: Date): void;
}

/** The deliveries that wait for an endpoint to be enabled; the area of deliveries implements it. */
export abstract class HeldDeliveries {
  /** Forgets the failures of the endpoint and makes its deliveries due. */
  abstract reopen(tx: AppTx, endpointId: WebhookEndpointId): Promise<void>;
}
