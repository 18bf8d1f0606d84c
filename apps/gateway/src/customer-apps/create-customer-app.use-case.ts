import { Injectable } from '@nestjs/common';
import { isScope } from '@towpath/contracts';
import { DomainError, newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import { KeyedHash, Transactions, WriteBatch } from '@towpath/persistence';
import { ChangeCustomerApp } from './change-customer-app.js';
import { CLIENT_SECRETS_KEY, newClientSecret } from './client-secret.js';
import { CustomerApp, type CustomerAppProfile } from './domain/customer-app.js';
import type { Actor } from './ports.js';

export interface CreateCustomerAppInput {
  readonly profile: CustomerAppProfile;
  readonly live: boolean;
  readonly actor: Actor;
}

/** Creates an app with its first secret, which is shown this once and stored as a keyed hash. */
@Injectable()
export class CreateCustomerApp {
  static readonly errors = ['INVALID_REQUEST'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ChangeCustomerApp,
    private readonly hashes: KeyedHash,
  ) {}

  execute({
    profile,
    live,
    actor,
  }: CreateCustomerAppInput): Promise<{ app: CustomerApp; clientSecret: string }> {
    assertProfile(profile);
    return this.transactions.asWorker(async (tx) => {
      const app = CustomerApp.create(
        {
          id: newId<CustomerAppId>(tx.systemNow),
          clientId: newId<ClientId>(tx.systemNow),
          appType: live ? 'LIVE' : 'TEST',
          profile,
        },
        tx.systemNow,
      );
      const clientSecret = newClientSecret(tx.systemNow);
      const audit = { actor, details: { name: profile.name, live, scopes: profile.scopes } };
      await this.changes.store(tx, new WriteBatch(), { app, audit });
      await tx.write(
        new WriteBatch().insert('client_secrets', {
          customer_app_id: app.id,
          secret_hash: this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret),
          created_at: tx.systemNow,
          valid_until: null,
        }),
      );
      return { app, clientSecret };
    });
  }
}

const LONGEST_NAME = 100;

/** Throws `INVALID_REQUEST` for an empty name, an unknown scope or a redirect URI of no use. */
export function assertProfile({ name, scopes, redirectUris }: CustomerAppProfile): void {
  if (name.trim() === '' || name.length > LONGEST_NAME) {
    throw new DomainError('INVALID_REQUEST', `name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0) {
    throw new DomainError('INVALID_REQUEST', `Unknown scopes: ${unknown.join(', ')}.`);
  }
  const unusable = redirectUris.filter((uri) => !URL.canParse(uri));
  if (unusable.length > 0) {
    throw new DomainError('INVALID_REQUEST', `Not absolute URIs: ${unusable.join(', ')}.`);
  }
}
