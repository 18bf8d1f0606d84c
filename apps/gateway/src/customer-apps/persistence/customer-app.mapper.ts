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
import { CustomerApp, type CustomerAppChange } from '../domain/customer-app.js';
import type { CustomerAppEvent } from '../domain/customer-app.transitions.js';
import type { CustomerAppRow } from '../customer-app.table.js';

export const CUSTOMER_APP_EVENTS: Record<
  CustomerAppEvent,
  EventDefinition<CustomerAppEventPayload>
> = {
  'customer_app.created': customerAppCreated,
  'customer_app.updated': customerAppUpdated,
  'customer_app.credentials_rotated': customerAppCredentialsRotated,
  'customer_app.disabled': customerAppDisabled,
  'customer_app.enabled': customerAppEnabled,
  'customer_app.live_enabled': customerAppLiveEnabled,
  'customer_app.clock_changed': customerAppClockChanged,
};

export function toCustomerApp(row: CustomerAppRow): CustomerApp {
  const { customerAppId: id, clientId, appType, status, credentialGeneration } = row;
  const { name, scopes, redirectUris, settings, pkce, sequence, createdAt } = row;
  return CustomerApp.load({
    id,
    clientId,
    appType,
    status,
    credentialGeneration,
    clock: { offsetMs: row.clockOffsetMs, frozenAt: row.clockFrozenAt },
    sequence,
    createdAt,
    profile: { name, scopes, redirectUris, settings, pkce },
  });
}

export function toRow(app: CustomerApp, updatedAt: Date): CustomerAppRow {
  const { id: customerAppId, clientId, appType, status, credentialGeneration } = app;
  const { name, scopes, redirectUris, settings, pkce } = app.profile;
  return {
    customerAppId,
    clientId,
    name,
    appType,
    status,
    credentialGeneration,
    scopes,
    redirectUris,
    settings,
    pkce,
    clockOffsetMs: app.clock.offsetMs,
    clockFrozenAt: app.clock.frozenAt,
    sequence: app.sequence,
    createdAt: app.createdAt,
    updatedAt,
  };
}

export function toPayload(app: CustomerApp, change: CustomerAppChange): CustomerAppEventPayload {
  return {
    customer_app_id: app.id,
    occurred_at: change.occurredAt.toISOString(),
    app_type: app.appType,
    previous_status: change.from,
    status: change.to,
    credential_generation: app.credentialGeneration,
    clock_offset_ms: app.clock.offsetMs,
    clock_frozen_at: app.clock.frozenAt?.toISOString() ?? null,
  };
}
