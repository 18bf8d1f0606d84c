import { Injectable } from '@nestjs/common';
import { newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import { KeyedHash, Transactions, WriteBatch } from '@towpath/persistence';
import { ChangeCustomerApp } from './change-customer-app.js';
import { CLIENT_SECRETS_KEY, newClientSecret } from './client-secret.js';
import { checkedProfile } from './customer-app-profile.js';
import { CustomerApp, type CustomerAppProfile } from './domain/customer-app.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';

interface CreateCustomerAppInput {
  /** New apps require PKCE, unless the operator waives it. */
  readonly profile: Omit<CustomerAppProfile, 'pkce'> & Partial<Pick<CustomerAppProfile, 'pkce'>>;
  readonly live: boolean;
  readonly actor: string;
}

/** An app and its new secret, which cannot be read again. */
export interface AppAndSecret {
  readonly app: CustomerApp;
  readonly clientSecret: string;
}

/** Creates an app with its first secret, which is shown this once and stored as a keyed hash. */
@Injectable()
export class CreateCustomerApp {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly changes: ChangeCustomerApp,
    private readonly hashes: KeyedHash,
  ) {}

  execute({ profile: wanted, live, actor }: CreateCustomerAppInput): Promise<AppAndSecret> {
    const profile = checkedProfile({ pkce: 'REQUIRED', ...wanted });
    return this.transactions.asWorker(async (tx) => {
      await tx.begun;
      const { systemNow } = tx;
      const app = CustomerApp.create(
        {
          id: newId<CustomerAppId>(systemNow),
          clientId: newId<ClientId>(systemNow),
          appType: live ? 'LIVE' : 'TEST',
          profile,
        },
        systemNow,
      );
      const clientSecret = newClientSecret(systemNow);
      const hash = this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret);
      const batch = new WriteBatch();
      this.apps.addSecret(batch, { customerAppId: app.id, hash, createdAt: systemNow });
      const { name, scopes, pkce } = profile;
      const details = { name, live, scopes, pkce };
      await this.changes.store(tx, batch, { app, audit: { actor, details } });
      return { app, clientSecret };
    });
  }
}
