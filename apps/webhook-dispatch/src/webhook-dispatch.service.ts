import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { deliveryMachine } from './recording/events/delivery.transitions.js';
import { PUBLIC_EVENTS } from './recording/events/webhook-events.consumer.js';
import { webhookDispatchMigrations } from './migrations/index.js';
import { webhookEntities } from './persistence/entities.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { webhookRetention } from './persistence/retention.js';
import { WebhookDispatchConfig } from './webhook-dispatch.config.js';

export const webhookDispatchService: ServiceDefinition<WebhookDispatchConfig> = {
  name: 'webhook-dispatch',
  config: WebhookDispatchConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: webhookDispatchMigrations,
  entities: webhookEntities,
  keyPurposes: KEY_PURPOSES,
  retention: webhookRetention,
  consumes: PUBLIC_EVENTS,
  fetchGapMs: 0,
  machines: [deliveryMachine],
};
