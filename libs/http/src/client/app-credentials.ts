import { parseId, type Id } from '@towpath/kernel';
import { ExpiringCache } from './expiring-cache.js';
import {
  DEFAULT_ENDPOINT,
  GatewayCredentials,
  type CredentialPlace,
  type EndpointSecret,
  type GatewayCredential,
} from './gateway-credentials.js';
import type { InternalClient } from './internal-client.js';

/** The gateway's answer to `GET /internal/gateway_accounts/{connector}/apps/{customer_app_id}`. */
export interface GatewayAccountAnswer {
  readonly secret_key: string;
  readonly publishable_key: string;
  readonly gateway_account: string | null;
  readonly live: boolean;
  readonly endpoint_id: string;
  readonly webhook_secrets: readonly string[];
}

/** The gateway's answer to `GET /internal/gateway_accounts/{connector}/endpoints/{endpoint_id}`. */
export interface EndpointSecretsAnswer {
  readonly customer_app_id: string;
  readonly live: boolean;
  readonly webhook_secrets: readonly string[];
}

/** With the time of a call, a change takes effect within 5 s. */
const LIFETIME_MS = 4_000;
const SIZE = 1_000;

/**
 * The app's own account, which the gateway keeps; without one, the account of the deployment. While
 * the gateway does not answer, its last answer counts.
 */
export class AppCredentials extends GatewayCredentials {
  private readonly accounts = new ExpiringCache<GatewayAccountAnswer | undefined>({
    lifetimeMs: LIFETIME_MS,
    size: SIZE,
  });
  private readonly endpoints = new ExpiringCache<EndpointSecretsAnswer | undefined>({
    lifetimeMs: LIFETIME_MS,
    size: SIZE,
  });

  constructor(
    private readonly client: Pick<InternalClient, 'call'>,
    private readonly deployment: GatewayCredentials,
  ) {
    super();
  }

  override async of(place: CredentialPlace): Promise<GatewayCredential | null> {
    const { connector, customerAppId, appType } = place;
    const path = `${connector}/apps/${encodeURIComponent(customerAppId)}`;
    const own = await this.accounts.get(path, async () => {
      type Answer = { readonly gateway_account?: GatewayAccountAnswer };
      return (await this.ask<Answer>(path)).gateway_account;
    });
    if (!own) return this.deployment.of(place);
    // An app that went live with its test keys: neither they nor another account may take its money.
    if (own.live !== (appType === 'LIVE')) return null;
    return {
      secretKey: own.secret_key,
      publishableKey: own.publishable_key,
      gatewayAccount: own.gateway_account,
      live: own.live,
      endpoints: [{ endpointId: own.endpoint_id, secrets: own.webhook_secrets }],
    };
  }

  override async endpoint(
    connector: string,
    endpointId: string | null,
  ): Promise<readonly EndpointSecret[]> {
    if (endpointId === null || endpointId === DEFAULT_ENDPOINT) {
      return this.deployment.endpoint(connector, endpointId);
    }
    // A stranger may send any text: only an ID is asked for.
    if (!parseId<Id<'CallBackEndpoint'>>(endpointId)) return [];
    const path = `${connector}/endpoints/${endpointId}`;
    const own = await this.endpoints.get(path, async () => {
      type Answer = { readonly endpoint?: EndpointSecretsAnswer };
      return (await this.ask<Answer>(path)).endpoint;
    });
    if (!own) return [];
    const { customer_app_id: customerAppId, live } = own;
    return own.webhook_secrets.map((secret) => ({ customerAppId, secret, live }));
  }

  private ask<T>(path: string): Promise<T> {
    return this.client.call<T>('gateway', {
      method: 'GET',
      path: `/internal/gateway_accounts/${path}`,
    });
  }
}
