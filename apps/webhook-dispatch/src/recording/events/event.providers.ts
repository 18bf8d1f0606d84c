import { DeliveryDoorbell } from '../queue/delivery-doorbell.js';
import { GetWebhookEvent } from './get-webhook-event.query.js';
import { ListWebhookAttempts } from './list-webhook-attempts.query.js';
import { ListWebhookEvents } from './list-webhook-events.query.js';
import { SqlWebhookEventFeed } from './persistence/sql-webhook-event-feed.js';
import { WebhookMessageRepository } from './persistence/webhook-message.repository.js';
import { WebhookEventFeed } from './ports.js';
import { RecordWebhook } from './record-webhook.use-case.js';
import { SendTestEvent } from './send-test-event.use-case.js';

export const eventProviders = [
  DeliveryDoorbell,
  WebhookMessageRepository,
  { provide: WebhookEventFeed, useClass: SqlWebhookEventFeed },
  RecordWebhook,
  SendTestEvent,
  ListWebhookEvents,
  GetWebhookEvent,
  ListWebhookAttempts,
];
