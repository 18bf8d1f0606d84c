import type { AnyTable } from '@towpath/persistence';
import {
  webhookAttempts,
  webhookDeliveries,
} from '../delivering/deliveries/webhook-delivery.table.js';
import {
  webhookEndpointHealth,
  webhookEndpoints,
  webhookRecoveries,
} from '../endpoints/webhook-endpoints/webhook-endpoint.table.js';
import { webhookMessages, webhookResources } from '../recording/events/webhook-event.table.js';

/** Every table of this service, for the drift check. */
export const webhookEntities: readonly AnyTable[] = [
  webhookEndpoints,
  webhookEndpointHealth,
  webhookResources,
  webhookMessages,
  webhookDeliveries,
  webhookAttempts,
  webhookRecoveries,
];
