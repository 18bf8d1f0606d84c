import type { EntityClass } from '@towpath/persistence';
import {
  WebhookEndpointEntity,
  WebhookEndpointHealthEntity,
} from '../endpoints/webhook-endpoints/persistence/webhook-endpoint.entity.js';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
} from '../delivering/deliveries/persistence/webhook-delivery.entity.js';
import { WebhookRecoveryEntity } from '../endpoints/webhook-endpoints/persistence/webhook-recovery.entity.js';
import {
  WebhookMessageEntity,
  WebhookResourceEntity,
} from '../recording/events/persistence/webhook-message.entity.js';

/** Every table of this service, for the drift check. */
export const webhookEntities: readonly EntityClass[] = [
  WebhookEndpointEntity,
  WebhookEndpointHealthEntity,
  WebhookResourceEntity,
  WebhookMessageEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  WebhookRecoveryEntity,
];
