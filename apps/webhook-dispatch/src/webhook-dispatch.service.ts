import { MONEY_DAYS } from '@towpath/persistence';
import type { ServiceDefinition } from '@towpath/service';
import {
  webhookAttempts,
  webhookDeliveries,
} from './delivering/deliveries/webhook-delivery.table.js';
import {
  webhookEndpointHealth,
  webhookEndpoints,
  webhookRecoveries,
} from './endpoints/webhook-endpoints/webhook-endpoint.table.js';
import { webhookMessages, webhookResources } from './recording/events/webhook-event.table.js';
import { AppModule } from './app.module.js';
import { deliveryMachine } from './recording/events/delivery.transitions.js';
import { PUBLIC_EVENTS } from './recording/events/webhook-events.consumer.js';
import { webhookDispatchMigrations } from './migrations/index.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { WebhookDispatchConfig } from './webhook-dispatch.config.js';
import { KEPT_DAYS } from './endpoints/webhook-endpoints/webhook-endpoint.js';

export const webhookDispatchService: ServiceDefinition<WebhookDispatchConfig> = {
  name: 'webhook-dispatch',
  config: WebhookDispatchConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: webhookDispatchMigrations,
  tables: [
    webhookEndpoints,
    webhookEndpointHealth,
    webhookResources,
    webhookMessages,
    webhookDeliveries,
    webhookAttempts,
    webhookRecoveries,
  ],
  keyPurposes: KEY_PURPOSES,
  retention: [
    {
      table: 'webhook_messages',
      column: 'created_at',
      days: KEPT_DAYS,
      reason:
        'the promise to receivers: held, listed and sent again for 90 days; deliveries and attempts go with it',
    },
    {
      table: 'webhook_endpoints',
      column: 'deleted_at',
      days: KEPT_DAYS + 1,
      reason: 'a deleted endpoint is named by attempts until the last of its messages is gone',
    },
    {
      table: 'webhook_resources',
      column: 'updated_at',
      days: MONEY_DAYS,
      reason:
        'a sequence that began again would look old to a receiver: as long as payments, 7 years',
    },
  ],
  consumes: PUBLIC_EVENTS,
  fetchGapMs: 0,
  machines: [deliveryMachine],
};
