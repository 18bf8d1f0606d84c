import { Injectable } from '@nestjs/common';
import { CustomerAppDirectory, type KnownCustomerApp } from '@towpath/http';
import { DomainError, type ClientId, type CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  CustomerAppViews,
  Transactions,
  type CustomerAppView,
} from '@towpath/persistence';
import { CustomerApp } from './customer-app.js';
import { customerApps } from './customer-app.table.js';

interface AppWithSecrets {
  readonly app: CustomerApp;
  /** Hashes of the secrets that are valid now; two while a rotation overlaps. */
  readonly secretHashes: readonly string[];
}

const BY_CLIENT =
  byValues(`SELECT to_jsonb(a) AS row, ARRAY(SELECT s.secret_hash FROM client_secrets s
    WHERE s.customer_app_id = a.customer_app_id
      AND (s.valid_until IS NULL OR s.valid_until > now())) AS "secretHashes"
  FROM customer_apps a WHERE a.client_id = $1`);

const NEWEST_FIRST = byValues(`SELECT to_jsonb(a) AS row FROM customer_apps a
  ORDER BY created_at DESC, customer_app_id DESC`);

/** Customer apps in their present state, never from a cache. */
@Injectable()
export class CustomerAppsReads {
  constructor(private readonly db: Transactions) {}

  async find(customerAppId: CustomerAppId): Promise<CustomerApp | null> {
    const row = await this.db.asWorker((tx) => customerApps.find(tx, { customerAppId }));
    return row && CustomerApp.restore(row);
  }

  /** Throws `INVALID_REQUEST` for an unknown app. */
  async get(id: CustomerAppId): Promise<CustomerApp> {
    const app = await this.find(id);
    if (app) return app;
    throw new DomainError('INVALID_REQUEST', `There is no customer app ${id}.`);
  }

  /** Throws `UNAUTHORIZED` for an app that is not enabled. `named`: as the answer names it. */
  async enabled(id: CustomerAppId, { named }: { readonly named: string }): Promise<CustomerApp> {
    const app = await this.find(id);
    if (app?.status === 'ENABLED') return app;
    throw new DomainError('UNAUTHORIZED', `The customer app${named} is not enabled.`);
  }

  async findByClientId(clientId: ClientId): Promise<AppWithSecrets | undefined> {
    const [found] = await this.db.asWorker((tx) =>
      tx.query<{ row: unknown; secretHashes: string[] }>(BY_CLIENT, [clientId]),
    );
    if (!found) return undefined;
    const app = CustomerApp.restore(customerApps.from(found.row));
    return { app, secretHashes: found.secretHashes };
  }

  /** Newest first. */
  async list(): Promise<CustomerApp[]> {
    const found = await this.db.asWorker((tx) => tx.query<{ row: unknown }>(NEWEST_FIRST));
    return customerApps.rows(found).map((row) => CustomerApp.restore(row));
  }
}

/** The gateway's own view is written with the app itself: it is never behind. */
@Injectable()
export class OwnCustomerAppDirectory extends CustomerAppDirectory {
  constructor(private readonly views: CustomerAppViews) {
    super();
  }

  override async find(customerApp: CustomerAppId): Promise<KnownCustomerApp | undefined> {
    const view = await this.views.get(customerApp);
    return (
      view && {
        customerAppId: view.customerAppId,
        appType: view.appType,
        enabled: view.status === 'ENABLED',
        credentialGeneration: view.credentialGeneration,
      }
    );
  }
}

/** The copy of a customer app for services. */
export function viewOf(app: CustomerApp): CustomerAppView {
  return {
    customerAppId: app.id,
    name: app.profile.name,
    appType: app.appType,
    status: app.status,
    credentialGeneration: app.credentialGeneration,
    clockOffsetMs: app.clock.offsetMs,
    clockFrozenAt: app.clock.frozenAt,
    settings: { ...app.profile.settings, redirect_uris: app.profile.redirectUris },
    sequence: app.sequence,
  };
}
