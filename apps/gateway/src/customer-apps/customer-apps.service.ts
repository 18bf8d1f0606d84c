import { Injectable } from '@nestjs/common';
import { DomainError, newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  CustomerAppViews,
  KeyedHash,
  Transactions,
  WriteBatch,
  type WorkerTx,
} from '@towpath/persistence';
import { CLIENT_SECRETS_KEY, newClientSecret } from './client-secret.js';
import { checkedProfile, mergedSettings } from './customer-app-profile.js';
import { publishCustomerAppChanges } from './customer-app.events.js';
import { CustomerApp, type ClockState, type CustomerAppProfile } from './customer-app.js';
import { clientSecrets, customerAppChanges, customerApps } from './customer-app.table.js';
import { viewOf } from './customer-apps.reads.js';

const MINUTE_MS = 60_000;
const LONGEST_OVERLAP_MINUTES = 30 * 24 * 60;

/** Lets every secret that is valid now end at an instant, unless it ends earlier. */
const END_SECRETS = byValues(`UPDATE client_secrets
  SET valid_until = least(coalesce(valid_until, $2), $2) WHERE customer_app_id = $1`);

interface NewCustomerApp {
  /** New apps require PKCE, unless the operator waives it. */
  readonly profile: Omit<CustomerAppProfile, 'pkce'> & Partial<Pick<CustomerAppProfile, 'pkce'>>;
  readonly live: boolean;
  readonly actor: string;
}

/** An app and its new secret, which cannot be read again. */
interface AppAndSecret {
  readonly app: CustomerApp;
  readonly clientSecret: string;
}

/** The app that a command changes, and the actor for the audit. */
interface ChangedBy {
  readonly id: CustomerAppId;
  readonly actor: string;
}

/** Actor and content of a change, without secrets. */
interface Audit {
  /** An operator's name, or `api`. */
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Change {
  readonly app: CustomerApp;
  readonly tx: WorkerTx;
  readonly batch: WriteBatch;
}

/**
 * Commands on customer apps. Each writes the locked app, its audit, its event and this service's own
 * view of it in one transaction. Throws `INVALID_REQUEST` for an unknown app.
 */
@Injectable()
export class CustomerAppsService {
  constructor(
    private readonly db: Transactions,
    private readonly views: CustomerAppViews,
    private readonly hashes: KeyedHash,
  ) {}

  /** Creates an app with its first secret, which is shown this once and stored as a keyed hash. */
  create({ profile: wanted, live, actor }: NewCustomerApp): Promise<AppAndSecret> {
    const profile = checkedProfile({ pkce: 'REQUIRED', ...wanted });
    return this.db.asWorker(async (tx) => {
      await tx.begun;
      const { systemNow } = tx;
      const identity = {
        id: newId<CustomerAppId>(systemNow),
        clientId: newId<ClientId>(systemNow),
      };
      const appType = live ? 'LIVE' : 'TEST';
      const app = CustomerApp.create({ ...identity, appType, profile }, systemNow);
      const batch = new WriteBatch();
      const clientSecret = this.addSecret({ app, tx, batch });
      const { name, scopes, pkce } = profile;
      const audit = { actor, details: { name, live, scopes, pkce } };
      await this.store({ app, tx, batch }, audit);
      return { app, clientSecret };
    });
  }

  /**
   * Changes name, scopes, redirect URIs or branding. New scopes count from the next token on; where
   * one is taken away, the tokens there are end. Scopes and redirect URIs replace existing ones;
   * settings are merged, and `''` removes one.
   */
  async update(
    by: ChangedBy & { readonly changes: Partial<CustomerAppProfile> },
  ): Promise<CustomerApp> {
    const { changes } = by;
    if (Object.keys(changes).length === 0) {
      throw new DomainError('INVALID_REQUEST', 'There is nothing to change.');
    }
    return this.change({ ...by, details: { ...changes } }, ({ app, tx }) => {
      const settings = mergedSettings(app.profile.settings, changes.settings ?? {});
      app.update(checkedProfile({ ...app.profile, ...changes, settings }), tx.systemNow);
    });
  }

  /**
   * Gives an app a new secret, which is shown this once, and an end to the ones it had: after
   * `overlapMinutes`; 0 ends them and all of their tokens at once.
   */
  async rotateSecret(by: ChangedBy & { readonly overlapMinutes: number }): Promise<AppAndSecret> {
    const { overlapMinutes } = by;
    const isMinutes = Number.isInteger(overlapMinutes) && overlapMinutes >= 0;
    if (!isMinutes || overlapMinutes > LONGEST_OVERLAP_MINUTES) {
      const explanation = `The overlap must be 0 to ${LONGEST_OVERLAP_MINUTES} minutes.`;
      throw new DomainError('INVALID_REQUEST', explanation);
    }
    let clientSecret = '';
    const details = { overlap_minutes: overlapMinutes };
    const app = await this.change({ ...by, details }, async (change) => {
      const { systemNow } = change.tx;
      change.app.rotateSecret(systemNow, { overlaps: overlapMinutes > 0 });
      const oldEnds = new Date(systemNow.getTime() + overlapMinutes * MINUTE_MS);
      await change.tx.query(END_SECRETS, [by.id, oldEnds]);
      clientSecret = this.addSecret(change);
    });
    return { app, clientSecret };
  }

  disable(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.disable(tx.systemNow));
  }

  enable(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.enable(tx.systemNow));
  }

  /** Changes a test app to a live one. */
  enableLive(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.enableLive(tx.systemNow));
  }

  async changeClock(id: CustomerAppId, clock: ClockState): Promise<void> {
    const details = { offset_ms: clock.offsetMs, frozen_at: clock.frozenAt };
    await this.change({ id, actor: 'api', details }, ({ app, tx }) =>
      app.changeClock(clock, tx.systemNow),
    );
  }

  private change(
    { id, actor, details = {} }: ChangedBy & Partial<Audit>,
    command: (change: Change) => void | Promise<void>,
  ): Promise<CustomerApp> {
    return this.db.asWorker(async (tx) => {
      const row = await customerApps.lock(tx, { customerAppId: id });
      if (!row) throw new DomainError('INVALID_REQUEST', `There is no customer app ${id}.`);
      const change = { app: CustomerApp.restore(row), tx, batch: new WriteBatch() };
      await command(change);
      await this.store(change, { actor, details });
      return change.app;
    });
  }

  private async store({ app, tx, batch }: Change, { actor, details }: Audit): Promise<void> {
    customerApps.save(batch, app);
    batch.moves.push(...app.changes);
    for (const { sequence, command, occurredAt } of app.changes) {
      const record = { customerAppId: app.id, sequence, command, actor, details, occurredAt };
      customerAppChanges.insert(batch, record);
    }
    publishCustomerAppChanges(batch, app);
    tx.write(batch);
    await this.views.upsert(tx, viewOf(app));
  }

  private addSecret({ app, tx, batch }: Change): string {
    const clientSecret = newClientSecret(tx.systemNow);
    clientSecrets.insert(batch, {
      customerAppId: app.id,
      secretHash: this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret),
      createdAt: tx.systemNow,
      validUntil: null,
    });
    return clientSecret;
  }
}
