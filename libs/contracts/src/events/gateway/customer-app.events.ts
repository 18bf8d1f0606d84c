import { field } from '../../fields/index.js';
import { CUSTOMER_APP_STATUSES, type CustomerAppStatus } from '../../states/index.js';
import { APP_TYPES, type AppType } from '../../token.js';
import { EventPayload } from '../payload.js';
import { eventsOf } from '../define-event.js';

/** The data of a customer app that services copy; the latest `sequence` is valid. */
export class CustomerAppEventPayload extends EventPayload {
  @field.enum('Test apps reach the sandbox only, live apps never do.', APP_TYPES) app_type: AppType;
  @field.enum('Null at creation.', CUSTOMER_APP_STATUSES, { nullable: true })
  previous_status: CustomerAppStatus | null;
  @field.enum('Status after the change.', CUSTOMER_APP_STATUSES) status: CustomerAppStatus;
  @field.integer('Tokens of an older generation are refused.', { min: 0 })
  credential_generation: number;
  @field.integer("The app's clock is real time plus this; 0 for live apps.")
  clock_offset_ms: number;
  @field.instant('Where the clock stands still, or null.', { nullable: true }) clock_frozen_at:
    string | null;
}

export const customerAppEvents = eventsOf(
  'customer-app',
  {
    payload: CustomerAppEventPayload,
    key: (payload) => payload.customer_app_id,
    example: {
      app_type: 'TEST',
      previous_status: 'ENABLED',
      status: 'ENABLED',
      credential_generation: 1,
      clock_offset_ms: 0,
      clock_frozen_at: null,
    },
  },
  {
    'customer_app.created': {
      description: 'A customer app was created.',
      example: { previous_status: null },
    },
    'customer_app.updated': {
      description: 'Name, scopes or settings of the app changed; read them by ID.',
    },
    'customer_app.credentials_rotated': {
      description: 'The app has a new secret; tokens of older generations end.',
      example: { credential_generation: 2 },
    },
    'customer_app.disabled': {
      description: 'The app may no longer call anything.',
      example: { status: 'DISABLED' },
    },
    'customer_app.enabled': {
      description: 'The app may call again.',
      example: { previous_status: 'DISABLED' },
    },
    'customer_app.live_enabled': {
      description: 'The test app became a live app; its clock is real time.',
      example: { app_type: 'LIVE' },
    },
    'customer_app.clock_changed': {
      description: 'The clock of a test app was moved, frozen or released.',
      example: { clock_offset_ms: 86_400_000, clock_frozen_at: '2026-03-03T08:15:30.250Z' },
    },
  },
);
