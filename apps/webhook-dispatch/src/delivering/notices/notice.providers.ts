import { DisableWebhookEndpoint } from './disable-webhook-endpoint.use-case.js';
import { HeldEventsLookup } from './persistence/held-events.lookup.js';
import { TellOfExpiringEventsJob } from './persistence/tell-of-expiring-events.job.js';
import { TellOfExpiringEvents } from './tell-of-expiring-events.use-case.js';

export const noticeProviders = [
  HeldEventsLookup,
  DisableWebhookEndpoint,
  TellOfExpiringEvents,
  TellOfExpiringEventsJob,
];
