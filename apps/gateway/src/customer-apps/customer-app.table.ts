import type { ClientId, CustomerAppId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  defineTable,
  integer,
  json,
  text,
  texts,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { CustomerAppState } from './customer-app.transitions.js';

export const customerApps = defineTable(
  'customer_apps',
  {
    customerAppId: text<CustomerAppId>(),
    clientId: text<ClientId>(),
    name: text(),
    appType: text<'TEST' | 'LIVE'>(),
    status: text<CustomerAppState>(),
    credentialGeneration: integer(),
    scopes: texts(),
    redirectUris: texts(),
    settings: json<Readonly<Record<string, unknown>>>(),
    pkce: text<'REQUIRED' | 'OPTIONAL'>().default('REQUIRED'),
    clockOffsetMs: bigint(),
    clockFrozenAt: time().orNull(),
    /** The clock cannot be moved any more: the app has an account at a real processor. */
    keepsRealTime: boolean().default(false),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId'],
    sequence: 'sequence',
    unique: { customer_apps_client_id_key: ['clientId'] },
  },
);

export type CustomerAppRow = RowOf<typeof customerApps>;

export const clientSecrets = defineTable(
  'client_secrets',
  {
    customerAppId: text<CustomerAppId>(),
    secretHash: text(),
    createdAt: time(),
    validUntil: time().orNull(),
  },
  {
    key: ['customerAppId', 'secretHash'],
    foreignKeys: { client_secrets_app_fkey: { columns: ['customerAppId'], to: 'customer_apps' } },
  },
);

/** Who changed an app, and how. */
export const customerAppChanges = defineTable(
  'customer_app_changes',
  {
    customerAppId: text<CustomerAppId>(),
    sequence: bigint(),
    command: text(),
    actor: text(),
    details: json<Readonly<Record<string, unknown>>>(),
    occurredAt: time(),
  },
  {
    key: ['customerAppId', 'sequence'],
    foreignKeys: {
      customer_app_changes_app_fkey: { columns: ['customerAppId'], to: 'customer_apps' },
    },
  },
);
