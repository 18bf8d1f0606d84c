import { CreateWebhookEndpoint } from './create-webhook-endpoint.use-case.js';
import { DeleteWebhookEndpoint } from './delete-webhook-endpoint.use-case.js';
import { EndpointSeal } from './endpoint-seal.js';
import { GetWebhookEndpoint } from './get-webhook-endpoint.query.js';
import { ListWebhookEndpoints } from './list-webhook-endpoints.query.js';
import { SqlWebhookEndpointRepository } from './persistence/sql-webhook-endpoint.repository.js';
import { RecoveryRepository } from './persistence/recovery.repository.js';
import { WebhookEndpointRepository } from './ports.js';
import { RecoverWebhookEndpoint } from './recover-webhook-endpoint.use-case.js';
import { RotateWebhookEndpointSecret } from './rotate-webhook-endpoint-secret.use-case.js';
import { UpdateWebhookEndpoint } from './update-webhook-endpoint.use-case.js';

export const endpointProviders = [
  { provide: WebhookEndpointRepository, useClass: SqlWebhookEndpointRepository },
  RecoveryRepository,
  EndpointSeal,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  DeleteWebhookEndpoint,
  RotateWebhookEndpointSecret,
  RecoverWebhookEndpoint,
  GetWebhookEndpoint,
  ListWebhookEndpoints,
];
