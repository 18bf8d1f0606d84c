import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { CustomerAppEventPayload } from './customer-app.payload.js';

const define = eventsOf('customer-app', {
  payload: CustomerAppEventPayload,
  key: (payload) => payload.customer_app_id,
});

const enabled: CustomerAppEventPayload = {
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  app_type: 'TEST',
  previous_status: 'ENABLED',
  status: 'ENABLED',
  credential_generation: 1,
  clock_offset_ms: 0,
  clock_frozen_at: null,
};

export const customerAppCreated = define('customer_app.created', {
  description: 'A customer app was created.',
  example: { ...enabled, previous_status: null },
});

export const customerAppUpdated = define('customer_app.updated', {
  description: 'Name, scopes or settings of the app changed; read them by ID.',
  example: enabled,
});

export const customerAppCredentialsRotated = define('customer_app.credentials_rotated', {
  description: 'The app has a new secret; tokens of older generations end.',
  example: { ...enabled, credential_generation: 2 },
});

export const customerAppDisabled = define('customer_app.disabled', {
  description: 'The app may no longer call anything.',
  example: { ...enabled, status: 'DISABLED' },
});

export const customerAppEnabled = define('customer_app.enabled', {
  description: 'The app may call again.',
  example: { ...enabled, previous_status: 'DISABLED' },
});

export const customerAppLiveEnabled = define('customer_app.live_enabled', {
  description: 'The test app became a live app; its clock is real time.',
  example: { ...enabled, app_type: 'LIVE' },
});

export const customerAppClockChanged = define('customer_app.clock_changed', {
  description: 'The clock of a test app was moved, frozen or released.',
  example: { ...enabled, clock_offset_ms: 86_400_000, clock_frozen_at: '2026-03-03T08:15:30.250Z' },
});
