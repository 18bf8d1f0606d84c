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
import { webhookRetention } from './persistence/retention.js';
import { WebhookDispatchConfig } from './webhook-dispatch.config.js';

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
  retention: webhookRetention,
  consumes: PUBLIC_EVENTS,
  fetchGapMs: 0,
  machines: [deliveryMachine],
};
