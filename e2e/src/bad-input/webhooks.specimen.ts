import * as dto from '@towpath/contracts/all';
import type { Specimen } from './operation-specimen.js';

const endpoint = () => ({
  url: 'http://127.0.0.1:9/hook',
  event_types: ['PAYMENT_*'],
  description: 'Bad input',
  enabled: true,
  headers: { 'X-Source': 'bad-input' },
  rate_limit_per_second: 50,
  signature_kinds: ['v1'],
});

const ENDPOINT_URL = { refusals: { url: 'WEBHOOK_URL_NOT_ALLOWED' } } as const;
const ENDPOINT_ID = { unknownId: 'WEBHOOK_ENDPOINT_NOT_FOUND' } as const;
const EVENT_ID = { unknownId: 'WEBHOOK_EVENT_NOT_FOUND' } as const;

export const webhooks: Readonly<Record<string, Specimen>> = {
  createWebhookEndpoint: {
    ...ENDPOINT_URL,
    body: { type: dto.CreateWebhookEndpointRequest, valid: endpoint },
  },
  listWebhookEndpoints: { query: dto.ListWebhookEndpointsQuery },
  getWebhookEndpoint: ENDPOINT_ID,
  updateWebhookEndpoint: {
    ...ENDPOINT_ID,
    ...ENDPOINT_URL,
    body: { type: dto.UpdateWebhookEndpointRequest, valid: endpoint, mayBeEmpty: true },
  },
  deleteWebhookEndpoint: ENDPOINT_ID,
  rotateWebhookEndpointSecret: ENDPOINT_ID,
  testWebhookEndpoint: {
    ...ENDPOINT_ID,
    body: {
      type: dto.TestWebhookEndpointRequest,
      valid: () => ({ event_type: 'PAYMENT_EXECUTED' }),
      optional: true,
    },
  },
  pauseWebhookEndpoint: ENDPOINT_ID,
  resumeWebhookEndpoint: ENDPOINT_ID,
  recoverWebhookEndpoint: {
    ...ENDPOINT_ID,
    body: {
      type: dto.RecoverWebhookEndpointRequest,
      valid: () => ({ since: '2026-03-01T00:00:00.000Z' }),
    },
  },
  listWebhookEvents: { query: dto.ListWebhookEventsQuery },
  getWebhookEvent: EVENT_ID,
  listWebhookEventAttempts: EVENT_ID,
  resendWebhookEvent: {
    ...EVENT_ID,
    body: {
      type: dto.ResendWebhookEventRequest,
      valid: ({ ids }) => ({ webhook_endpoint_id: ids.webhookEndpointId }),
      optional: true,
    },
  },
  listWebhookEventTypes: {},
  getWebhookJwks: {},
  getWebhookPublicKey: {},
};
