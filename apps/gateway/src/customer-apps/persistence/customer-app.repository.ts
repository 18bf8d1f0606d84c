import { Injectable } from '@nestjs/common';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import type { Tx, WorkerTx, WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from '../domain/customer-app.js';
import type { AppWithSecrets, Audit, NewSecret } from '../ports.js';
import type { CustomerAppEntity } from './customer-app.entities.js';
import { CUSTOMER_APP_EVENTS, toCustomerApp, toPayload, toRow } from './customer-app.mapper.js';

type RowWithSecrets = CustomerAppEntity & { readonly secret_hashes: readonly string[] };

@Injectable()
export class CustomerAppRepository {
  /** Locked until the transaction ends; undefined when there is no such app. */
  async lock(tx: WorkerTx, id: CustomerAppId): Promise<CustomerApp | undefined> {
    const [row] = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps WHERE customer_app_id = $1 FOR UPDATE',
      [id],
    );
    return row && toCustomerApp(row);
  }

  async find(tx: Tx, id: CustomerAppId): Promise<CustomerApp | undefined> {
    const [row] = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps WHERE customer_app_id = $1',
      [id],
    );
    return row && toCustomerApp(row);
  }

  async findByClientId(tx: WorkerTx, clientId: ClientId): Promise<AppWithSecrets | undefined> {
    const [row] = await tx.query<RowWithSecrets>(
      `SELECT a.*, ARRAY(SELECT s.secret_hash FROM client_secrets s
         WHERE s.customer_app_id = a.customer_app_id
           AND (s.valid_until IS NULL OR s.valid_until > now())) AS secret_hashes
       FROM customer_apps a WHERE a.client_id = $1`,
      [clientId],
    );
    return row && { app: toCustomerApp(row), secretHashes: row.secret_hashes };
  }

  /** Newest first. */
  async list(tx: WorkerTx): Promise<readonly CustomerApp[]> {
    const rows = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps ORDER BY created_at DESC, customer_app_id DESC',
    );
    return rows.map(toCustomerApp);
  }

  /** Adds the app, its audited changes and their events to the batch. */
  save(batch: WriteBatch, app: CustomerApp, { actor, details }: Audit): void {
    const last = app.changes.at(-1);
    if (!last) return;
    const row = { ...toRow(app), updated_at: last.occurredAt };
    const [first] = app.changes;
    if (first?.from === null) {
      batch.insert('customer_apps', { ...row, created_at: app.createdAt });
    } else {
      const key = { customer_app_id: app.id, sequence: app.sequence - app.changes.length };
      batch.update('customer_apps', key, row);
    }
    batch.moves.push(...app.changes);
    for (const change of app.changes) {
      batch.insert('customer_app_changes', {
        customer_app_id: app.id,
        sequence: change.sequence,
        command: change.command,
        actor,
        details,
        occurred_at: change.occurredAt,
      });
      if (change.event === null) continue;
      batch.publish(CUSTOMER_APP_EVENTS[change.event], {
        payload: toPayload(app, change),
        sequence: change.sequence,
        customerAppId: app.id,
      });
    }
  }

  addSecret(batch: WriteBatch, { customerAppId, hash, createdAt }: NewSecret): void {
    batch.insert('client_secrets', {
      customer_app_id: customerAppId,
      secret_hash: hash,
      created_at: createdAt,
      valid_until: null,
    });
  }

  /** Lets every secret that is valid now end at `instant`, unless it ends earlier. */
  async endSecretsAt(tx: WorkerTx, app: CustomerAppId, instant: Date): Promise<void> {
    await tx.query(
      `UPDATE client_secrets SET valid_until = least(coalesce(valid_until, $2), $2)
       WHERE customer_app_id = $1`,
      [app, instant],
    );
  }
}
