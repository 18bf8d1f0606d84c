import type { StripeConfig } from '@towpath/config';
import { STRIPE_FIELDS } from '../pages/stripe-fields.js';
import type { FieldsPage } from '../pages/page-headers.js';
import { AppCredentials } from './app-credentials.js';
import {
  DeploymentCredentials,
  type DeploymentAccount,
  type GatewayCredentials,
  type KeyForm,
} from './gateway-credentials.js';
import type { InternalClient } from './internal-client.js';
import { stripeAccounts, stripeKeyForm } from './stripe-keys.js';

/** What gateway and services know of a processor whose connector has keys. */
interface KeyedProcessor {
  readonly keys: KeyForm;
  /** The page of the card fields, if we serve it. */
  readonly fields?: FieldsPage;
  /** The accounts that the environment names. Absent: only apps have accounts, by command. */
  readonly accounts?: (config: StripeConfig) => readonly DeploymentAccount[];
}

/** The only list: commands take their keys, pages their fields, connectors their credentials. */
export const KEYED_PROCESSORS: readonly KeyedProcessor[] = [
  { keys: stripeKeyForm, fields: STRIPE_FIELDS, accounts: stripeAccounts },
];

/** Throws `ConfigError` for keys of the environment that are of the wrong kind. */
export function credentialsOf(
  client: Pick<InternalClient, 'call'>,
  config: StripeConfig,
): GatewayCredentials {
  const accounts = KEYED_PROCESSORS.flatMap((each) => each.accounts?.(config) ?? []);
  return new AppCredentials(client, new DeploymentCredentials(accounts));
}
