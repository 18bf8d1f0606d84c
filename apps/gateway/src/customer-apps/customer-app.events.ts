import {
  customerAppClockChanged,
  customerAppCreated,
  customerAppCredentialsRotated,
  customerAppDisabled,
  customerAppEnabled,
  customerAppLiveEnabled,
  customerAppUpdated,
  type CustomerAppEventPayload,
  type EventDefinition,
} from '@towpath/contracts';
import type { WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from './customer-app.js';
import type { CustomerAppEvent } from './customer-app.transitions.js';

const DEFINITIONS: Record<CustomerAppEvent, EventDefinition<CustomerAppEventPayload>> = {
  'customer_app.created': customerAppCreated,
  'customer_app.updated': customerAppUpdated,
  'customer_app.credentials_rotated': customerAppCredentialsRotated,
  'customer_app.disabled': customerAppDisabled,
  'customer_app.enabled': customerAppEnabled,
  'customer_app.live_enabled': customerAppLiveEnabled,
  'customer_app.clock_changed': customerAppClockChanged,
};

export function publishCustomerAppChanges(batch: WriteBatch, app: CustomerApp): void {
  for (const change of app.changes) {
    if (change.event === null) continue;
    const payload = {
      customer_app_id: app.id,
      occurred_at: change.occurredAt.toISOString(),
      app_type: app.appType,
      previous_status: change.from,
      status: change.to,
      credential_generation: app.credentialGeneration,
      clock_offset_ms: app.clock.offsetMs,
      clock_frozen_at: app.clock.frozenAt?.toISOString() ?? null,
    };
    const { sequence } = change;
    batch.publish(DEFINITIONS[change.event], { payload, sequence, customerAppId: app.id });
  }
}
