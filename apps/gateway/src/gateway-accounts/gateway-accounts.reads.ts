import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EndpointSecretsAnswer, GatewayAccountAnswer } from '@towpath/http';
import { Clock, DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { byValues, Encryption, keyPurpose, Transactions } from '@towpath/persistence';
import { validAt, type AccountKeys } from './gateway-account.js';
import {
  gatewayAccounts,
  type EndpointId,
  type GatewayAccountRow,
} from './gateway-account.table.js';

/** The key that seals the keys of processors. */
export const GATEWAY_ACCOUNTS_KEY = keyPurpose('gateway-accounts');

const FINGERPRINT = 12;

const ALL = byValues(`SELECT to_jsonb(a) AS row FROM gateway_accounts a
  WHERE customer_app_id = $1 ORDER BY connector`);

/** Keys of processors: with them for services, without them for operators. */
@Injectable()
export class GatewayAccountsReads {
  constructor(
    private readonly db: Transactions,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {}

  /** Without keys. */
  async shown(customerAppId: CustomerAppId): Promise<object[]> {
    const found = await this.db.asWorker((tx) => tx.query<{ row: unknown }>(ALL, [customerAppId]));
    return gatewayAccounts.rows(found).map((row) => this.body(row));
  }

  /** Without keys. */
  body(row: GatewayAccountRow): object {
    const keys = this.open(row);
    return {
      customer_app_id: row.customerAppId,
      connector: row.connector,
      mode: row.live ? 'LIVE' : 'TEST',
      secret_key: shown(keys.secretKey),
      publishable_key: shown(keys.publishableKey),
      gateway_account: row.gatewayAccount,
      endpoint_id: row.endpointId,
      webhook_secrets: validAt(keys, this.clock.system()).map(({ secret, since, until }) => ({
        secret: shown(secret),
        since,
        valid_until: until,
      })),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    };
  }

  /** For services: undefined for an app without an account of its own. */
  async answer(place: AccountPlace): Promise<GatewayAccountAnswer | undefined> {
    const row = await this.db.asWorker((tx) => gatewayAccounts.find(tx, place));
    if (!row) return undefined;
    const keys = this.open(row);
    return {
      secret_key: keys.secretKey,
      publishable_key: keys.publishableKey,
      gateway_account: row.gatewayAccount,
      live: row.live,
      endpoint_id: row.endpointId,
      webhook_secrets: this.secretsOf(keys),
    };
  }

  /** For services: undefined for an unknown endpoint. */
  async endpoint(named: {
    readonly connector: string;
    readonly endpoint_id: string;
  }): Promise<EndpointSecretsAnswer | undefined> {
    const { connector } = named;
    const endpointId = parseId<EndpointId>(named.endpoint_id);
    if (!endpointId) return undefined;
    const row = await this.db.asWorker((tx) => gatewayAccounts.find(tx, { connector, endpointId }));
    if (!row) return undefined;
    const webhook_secrets = this.secretsOf(this.open(row));
    return { customer_app_id: row.customerAppId, live: row.live, webhook_secrets };
  }

  open(row: GatewayAccountRow): AccountKeys {
    const text = this.encryption.decrypt(GATEWAY_ACCOUNTS_KEY, row.keysSealed, contextOf(row));
    return JSON.parse(text) as AccountKeys;
  }

  private secretsOf(keys: AccountKeys): string[] {
    return validAt(keys, this.clock.system()).map(({ secret }) => secret);
  }
}

type AccountPlace = Pick<GatewayAccountRow, 'customerAppId' | 'connector'>;

/** Keys that are moved to another row cannot be opened. */
export function contextOf({ customerAppId, connector }: AccountPlace): string {
  return `gateway_accounts ${customerAppId} ${connector}`;
}

/** `rk_live_ sha256:0123456789ab`: kind, mode and a fingerprint, and no character of the key. */
export function shown(key: string): string {
  const [, prefix = ''] = /^((?:[a-z]+_)+)/.exec(key) ?? [];
  const digest = createHash('sha256').update(key).digest('hex');
  return `${prefix} sha256:${digest.slice(0, FINGERPRINT)}`.trim();
}

export function accountNotFound({ customerAppId, connector }: AccountPlace): DomainError {
  const what = `The app ${customerAppId} has no account of its own at ${connector}.`;
  return new DomainError('INVALID_REQUEST', what);
}
