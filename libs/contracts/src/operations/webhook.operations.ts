import { defineOperations } from './operation.js';

const shared = { service: 'webhook-dispatch', area: 'Webhooks', envelope: 'E3' } as const;

const endpointOperations = defineOperations(
  { ...shared, kinds: ['customer'] },
  {
    createWebhookEndpoint: {
      route: 'POST /webhook_endpoints',
      scope: 'webhook:write',
      summary: 'Create a webhook endpoint',
    },
    listWebhookEndpoints: {
      route: 'GET /webhook_endpoints',
      scope: 'webhook:read',
      summary: 'List webhook endpoints',
    },
    getWebhookEndpoint: {
      route: 'GET /webhook_endpoints/{webhookEndpointId}',
      scope: 'webhook:read',
      summary: 'Read a webhook endpoint',
    },
    updateWebhookEndpoint: {
      route: 'PATCH /webhook_endpoints/{webhookEndpointId}',
      scope: 'webhook:write',
      summary: 'Update a webhook endpoint',
    },
    deleteWebhookEndpoint: {
      route: 'DELETE /webhook_endpoints/{webhookEndpointId}',
      scope: 'webhook:write',
      summary: 'Delete a webhook endpoint',
    },
    rotateWebhookEndpointSecret: {
      route: 'POST /webhook_endpoints/{webhookEndpointId}/rotate_secret',
      scope: 'webhook:write',
      summary: 'Replace the signing secret of a webhook endpoint',
    },
    testWebhookEndpoint: {
      route: 'POST /webhook_endpoints/{webhookEndpointId}/test',
      scope: 'webhook:write',
      summary: 'Send a test event to a webhook endpoint',
    },
    pauseWebhookEndpoint: {
      route: 'POST /webhook_endpoints/{webhookEndpointId}/pause',
      scope: 'webhook:write',
      summary: 'Pause a webhook endpoint and hold its events',
    },
    resumeWebhookEndpoint: {
      route: 'POST /webhook_endpoints/{webhookEndpointId}/resume',
      scope: 'webhook:write',
      summary: 'Resume a webhook endpoint and send its held events',
    },
    recoverWebhookEndpoint: {
      route: 'POST /webhook_endpoints/{webhookEndpointId}/recover',
      scope: 'webhook:write',
      summary: 'Send again all events that failed since a given time',
    },
  },
);

const eventOperations = defineOperations(
  { ...shared, kinds: ['customer'] },
  {
    listWebhookEvents: {
      route: 'GET /webhook_events',
      scope: 'webhook:read',
      summary: 'List webhook events',
    },
    getWebhookEvent: {
      route: 'GET /webhook_events/{eventId}',
      scope: 'webhook:read',
      summary: 'Read a webhook event',
    },
    listWebhookEventAttempts: {
      route: 'GET /webhook_events/{eventId}/attempts',
      scope: 'webhook:read',
      summary: 'List the delivery attempts of a webhook event',
    },
    resendWebhookEvent: {
      route: 'POST /webhook_events/{eventId}/resend',
      scope: 'webhook:write',
      summary: 'Send a webhook event again',
    },
    listWebhookEventTypes: {
      route: 'GET /webhook_event_types',
      scope: 'webhook:read',
      summary: 'List the event types with their schemas',
    },
  },
);

const keyOperations = defineOperations(
  { ...shared, kinds: 'public' },
  {
    getWebhookJwks: {
      route: 'GET /webhooks/jwks',
      statuses: [200, 500],
      summary: 'Read the public keys to verify webhook signatures',
    },
    getWebhookPublicKey: {
      route: 'GET /webhooks/public_key.pem',
      statuses: [200, 500],
      summary: 'Read the public key to verify Service-Signature, as PEM',
    },
  },
);

export const webhookOperations = [...endpointOperations, ...eventOperations, ...keyOperations];
