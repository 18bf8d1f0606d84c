import type { CustomerAppId, Id } from '@towpath/kernel';
import { boolean, bytes, defineTable, json, text, time, type RowOf } from '@towpath/persistence';

export type EndpointId = Id<'CallBackEndpoint'>;

const KEY = ['customerAppId', 'connector'] as const;

/** The account of an app at a processor. */
export const gatewayAccounts = defineTable(
  'gateway_accounts',
  {
    customerAppId: text<CustomerAppId>(),
    /** `stripe`. */
    connector: text(),
    /** Of its call-backs: the last part of their path. */
    endpointId: text<EndpointId>().fixed(),
    /** Whether the keys move real money. */
    live: boolean(),
    /** Null for the account of the key. */
    gatewayAccount: text().orNull(),
    /** `AccountKeys` as JSON. */
    keysSealed: bytes(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: KEY,
    unique: { gateway_accounts_endpoint_key: ['connector', 'endpointId'] },
    foreignKeys: {
      gateway_accounts_app_fkey: { columns: ['customerAppId'], to: 'customer_apps' },
    },
  },
);

export type GatewayAccountRow = RowOf<typeof gatewayAccounts>;

/** Who changed the keys of an app, and when; fingerprints of keys only. */
export const gatewayAccountChanges = defineTable(
  'gateway_account_changes',
  {
    customerAppId: text<CustomerAppId>(),
    changeId: text<Id<'GatewayAccountChange'>>(),
    connector: text(),
    command: text<'set' | 'rotate-webhook-secret'>(),
    actor: text(),
    details: json<Readonly<Record<string, unknown>>>(),
    occurredAt: time(),
  },
  {
    key: ['customerAppId', 'changeId'],
    foreignKeys: {
      gateway_account_changes_account_fkey: { columns: KEY, to: 'gateway_accounts' },
    },
  },
);
