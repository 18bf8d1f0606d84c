import { CreateWebhookEndpoint } from './create-webhook-endpoint.use-case.js';
import { DeleteWebhookEndpoint } from './delete-webhook-endpoint.use-case.js';
import { DisableWebhookEndpoint } from './disable-webhook-endpoint.use-case.js';
import { EndpointSeal } from './endpoint-seal.js';
import { GetWebhookEndpoint } from './get-webhook-endpoint.query.js';
import { ListWebhookEndpoints } from './list-webhook-endpoints.query.js';
import { SqlWebhookEndpointRepository } from './persistence/sql-webhook-endpoint.repository.js';
import { HeldEventsLookup } from './persistence/held-events.lookup.js';
import { TellOfExpiringEventsJob } from './persistence/tell-of-expiring-events.job.js';
import { WebhookEndpointRepository } from './ports.js';
import { RotateWebhookEndpointSecret } from './rotate-webhook-endpoint-secret.use-case.js';
import { TellOfExpiringEvents } from './tell-of-expiring-events.use-case.js';
import { UpdateWebhookEndpoint } from './update-webhook-endpoint.use-case.js';

export const endpointProviders = [
  { provide: WebhookEndpointRepository, useClass: SqlWebhookEndpointRepository },
  HeldEventsLookup,
  EndpointSeal,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  DeleteWebhookEndpoint,
  DisableWebhookEndpoint,
  RotateWebhookEndpointSecret,
  GetWebhookEndpoint,
  ListWebhookEndpoints,
  TellOfExpiringEvents,
  TellOfExpiringEventsJob,
];
