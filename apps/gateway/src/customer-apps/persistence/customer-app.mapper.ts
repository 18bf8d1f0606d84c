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
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import { CustomerApp, type CustomerAppChange } from '../domain/customer-app.js';
import type { CustomerAppEvent } from '../domain/customer-app.transitions.js';
import type { CustomerAppEntity } from './customer-app.entities.js';

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

export function toCustomerApp(row: CustomerAppEntity): CustomerApp {
  return CustomerApp.load({
    id: row.customer_app_id as CustomerAppId,
    clientId: row.client_id as ClientId,
    appType: row.app_type,
    status: row.status,
    credentialGeneration: row.credential_generation,
    clock: { offsetMs: row.clock_offset_ms, frozenAt: row.clock_frozen_at },
    sequence: row.sequence,
    createdAt: row.created_at,
    profile: {
      name: row.name,
      scopes: row.scopes,
      redirectUris: row.redirect_uris,
      settings: row.settings,
      pkce: row.pkce,
    },
  });
}

export function toRow(app: CustomerApp): Omit<CustomerAppEntity, 'created_at' | 'updated_at'> {
  return {
    customer_app_id: app.id,
    client_id: app.clientId,
    name: app.profile.name,
    app_type: app.appType,
    status: app.status,
    credential_generation: app.credentialGeneration,
    scopes: [...app.profile.scopes],
    redirect_uris: [...app.profile.redirectUris],
    settings: { ...app.profile.settings },
    pkce: app.profile.pkce,
    clock_offset_ms: app.clock.offsetMs,
    clock_frozen_at: app.clock.frozenAt,
    sequence: app.sequence,
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
