import { CreateWebhookEndpoint } from './create-webhook-endpoint.use-case.js';
import { DeleteWebhookEndpoint } from './delete-webhook-endpoint.use-case.js';
import { EndpointSeal } from './endpoint-seal.js';
import { GetWebhookEndpoint } from './get-webhook-endpoint.query.js';
import { ListWebhookEndpoints } from './list-webhook-endpoints.query.js';
import { SqlWebhookEndpointRepository } from './persistence/sql-webhook-endpoint.repository.js';
import { SqlRecoveryRepository } from './persistence/sql-recovery.repository.js';
import { RecoveryRepository, WebhookEndpointRepository } from './ports.js';
import { RecoverWebhookEndpoint } from './recover-webhook-endpoint.use-case.js';
import { RotateWebhookEndpointSecret } from './rotate-webhook-endpoint-secret.use-case.js';
import { UpdateWebhookEndpoint } from './update-webhook-endpoint.use-case.js';

export const endpointProviders = [
  { provide: WebhookEndpointRepository, useClass: SqlWebhookEndpointRepository },
  { provide: RecoveryRepository, useClass: SqlRecoveryRepository },
  EndpointSeal,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  DeleteWebhookEndpoint,
  RotateWebhookEndpointSecret,
  RecoverWebhookEndpoint,
  GetWebhookEndpoint,
  ListWebhookEndpoints,
];
