import type { ClientId, CustomerAppId } from '@towpath/kernel';
import type { Tx, WorkerTx, WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from './domain/customer-app.js';

/** A client secret as it is kept. */
export interface StoredSecret {
  readonly hash: string;
  readonly validUntil: Date | null;
}

/** Who asked for a change, for the audit: an operator's name or `api`. */
export type Actor = string & { readonly actor?: never };

export abstract class CustomerAppRepository {
  /** Locked until the transaction ends; undefined when there is no such app. */
  abstract lock(tx: WorkerTx, id: CustomerAppId): Promise<CustomerApp | undefined>;
  abstract find(tx: Tx, id: CustomerAppId): Promise<CustomerApp | undefined>;
  abstract findByClientId(
    tx: WorkerTx,
    clientId: ClientId,
  ): Promise<{ readonly app: CustomerApp; readonly secrets: readonly StoredSecret[] } | undefined>;
  abstract list(tx: WorkerTx): Promise<readonly CustomerApp[]>;
  /** Adds the app, its changes, their events and this service's own view of it to the batch. */
  abstract save(batch: WriteBatch, app: CustomerApp, audit: Audit): void;
}

export interface Audit {
  readonly actor: Actor;
  /** What changed, without secrets. */
  readonly details: Readonly<Record<string, unknown>>;
}
