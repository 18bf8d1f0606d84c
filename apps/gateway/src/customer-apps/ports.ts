import type { ClientId, CustomerAppId } from '@towpath/kernel';
import type { Tx, WorkerTx, WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from './domain/customer-app.js';

/** Who changed an app, and what, without secrets. */
export interface Audit {
  /** An operator's name, or `api`. */
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A client secret as it is kept: a keyed hash. */
export interface NewSecret {
  readonly customerAppId: CustomerAppId;
  readonly hash: string;
  readonly createdAt: Date;
}

export interface AppWithSecrets {
  readonly app: CustomerApp;
  /** Hashes of the secrets that are valid now; two while a rotation overlaps. */
  readonly secretHashes: readonly string[];
}

export abstract class CustomerAppRepository {
  /** Locked until the transaction ends; undefined when there is no such app. */
  abstract lock(tx: WorkerTx, id: CustomerAppId): Promise<CustomerApp | undefined>;
  abstract find(tx: Tx, id: CustomerAppId): Promise<CustomerApp | undefined>;
  abstract findByClientId(tx: WorkerTx, clientId: ClientId): Promise<AppWithSecrets | undefined>;
  /** Newest first. */
  abstract list(tx: WorkerTx): Promise<readonly CustomerApp[]>;
  /** Adds the app, its audited changes and their events to the batch. */
  abstract save(batch: WriteBatch, app: CustomerApp, audit: Audit): void;
  abstract addSecret(batch: WriteBatch, secret: NewSecret): void;
  /** Lets every secret that is valid now end at `instant`, unless it ends earlier. */
  abstract endSecretsAt(tx: WorkerTx, app: CustomerAppId, instant: Date): Promise<void>;
}
