import { GetWebhookEvent } from './get-webhook-event.query.js';
import { ListWebhookAttempts } from './list-webhook-attempts.query.js';
import { ListWebhookEvents } from './list-webhook-events.query.js';
import { SqlWebhookEventFeed } from './persistence/sql-webhook-event-feed.js';
import { SqlWebhookMessageRepository } from './persistence/sql-webhook-message.repository.js';
import { WebhookEventFeed, WebhookMessageRepository } from './ports.js';
import { RecordWebhook } from './record-webhook.use-case.js';
import { SendTestEvent } from './send-test-event.use-case.js';

export const eventProviders = [
  { provide: WebhookMessageRepository, useClass: SqlWebhookMessageRepository },
  { provide: WebhookEventFeed, useClass: SqlWebhookEventFeed },
  RecordWebhook,
  SendTestEvent,
  ListWebhookEvents,
  GetWebhookEvent,
  ListWebhookAttempts,
];
