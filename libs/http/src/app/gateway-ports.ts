import type { ModuleRef } from '@nestjs/core';
import type { OperationOwner } from '@towpath/contracts';
import type { Logger } from '@towpath/observability';
import {
  CustomerAppViews,
  FileKeyProvider,
  keyPurpose,
  KeyProvider,
  Transactions,
} from '@towpath/persistence';
import type { JWK } from 'jose';

import { CachedKeySource, type PublicKeySource } from '../access/public-key-source.js';
import {
  ViewsCustomerAppDirectory,
  type CustomerAppAnswer,
} from '../access/views-customer-app-directory.js';
import type { InternalClient } from '../client/internal-client.js';
import {
  CachedTokenSource,
  ServiceTokenSource,
  type MintedToken,
} from '../client/service-token-source.js';
import type { HttpAppOptions } from './http-options.js';
import { findPort, portOr, type Modules } from './ports.js';

/** Limits for requests of other services to the gateway, in ms. */

const KEY_SET_DEADLINE_MS = 2_000;

/** Public keys from `GET /internal/jwks`, which takes no token. */
export function gatewayKeys(client: InternalClient, logger: Logger): PublicKeySource {
  return new CachedKeySource({
    fetchKeySet: () =>
      client.call<{ keys: JWK[] }>('gateway', {
        method: 'GET',
        path: '/internal/jwks',
        anonymous: true,
        deadlineMs: KEY_SET_DEADLINE_MS,
      }),
    onFailure: (error) => logger.warn({ error }, 'public keys could not be renewed'),
  });
}

/** The secret that a service shares with the mint: `<service>.service-auth.json`. */
export const SERVICE_AUTH_KEY = keyPurpose('service-auth');

/** Service tokens from the mint, which knows this service by its shared secret. */
export function gatewayTokens(
  client: InternalClient,
  { service, keys }: { readonly service: OperationOwner; readonly keys: KeyProvider },
): ServiceTokenSource {
  return new CachedTokenSource({
    mint: (audience) =>
      client.call<MintedToken>('gateway', {
        method: 'POST',
        path: '/internal/tokens/service',
        body: { audience },
        headers: { authorization: serviceCredentials(service, keys) },
        anonymous: true,
        idempotent: true,
      }),
  });
}

/**
 * `Basic` credentials of a service at the mint: its name and, as password, its current
 * `service-auth` key in base64. Throws `MissingKey`.
 */
export function serviceCredentials(service: OperationOwner, keys: KeyProvider): string {
  const { current, keys: versions } = keys.keySet(SERVICE_AUTH_KEY);
  const secret = versions.get(current)?.toString('base64') ?? '';
  return `Basic ${Buffer.from(`${service}:${secret}`).toString('base64')}`;
}

/**
 * Refuses the start without the secret for the mint; the gateway signs its own tokens. Throws
 * `MissingKey`.
 */
export function assertServiceCredentials(
  modules: Modules,
  { service, config }: Pick<HttpAppOptions, 'service' | 'config'>,
): void {
  if (findPort(modules, ServiceTokenSource)) return;
  serviceCredentials(service, keysOf(modules, { service, folder: config.keysDir }));
}

/** The app's `KeyProvider`, else the mounted files. */
export function keysOf(
  modules: Modules,
  location: { readonly folder: string; readonly service: OperationOwner },
): KeyProvider {
  return portOr(modules, KeyProvider, () => new FileKeyProvider(location));
}

/** Customer apps from the service's own copies; it requests unknown ones from the gateway. */
export function gatewayDirectory(
  client: InternalClient,
  modules: ModuleRef,
): ViewsCustomerAppDirectory {
  const views = findPort(modules, CustomerAppViews);
  const transactions = findPort(modules, Transactions);
  if (!views || !transactions) {
    throw new Error('provide a CustomerAppDirectory, or import the PersistenceModule');
  }
  return new ViewsCustomerAppDirectory({
    views,
    transactions,
    ask: async (customerApp) => {
      const answer = await client.call<{ customer_app?: CustomerAppAnswer } | CustomerAppAnswer>(
        'gateway',
        { method: 'GET', path: `/internal/customer_apps/${customerApp}` },
      );
      return 'customer_app_id' in answer ? answer : answer.customer_app;
    },
  });
}
