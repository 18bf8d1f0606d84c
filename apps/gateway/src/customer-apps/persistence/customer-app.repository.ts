import { Injectable } from '@nestjs/common';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import { byValues, type Tx, type WorkerTx, type WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from '../domain/customer-app.js';
import type { AppWithSecrets, Audit, NewSecret } from '../ports.js';
import { clientSecrets, customerAppChanges, customerApps } from '../customer-app.table.js';
import { CUSTOMER_APP_EVENTS, toCustomerApp, toPayload, toRow } from './customer-app.mapper.js';

@Injectable()
export class CustomerAppRepository {
  /** Locked until the transaction ends; undefined when there is no such app. */
  async lock(tx: WorkerTx, customerAppId: CustomerAppId): Promise<CustomerApp | undefined> {
    const row = await customerApps.lock(tx, { customerAppId });
    return row ? toCustomerApp(row) : undefined;
  }

  async find(tx: Tx, customerAppId: CustomerAppId): Promise<CustomerApp | undefined> {
    const row = await customerApps.find(tx, { customerAppId });
    return row ? toCustomerApp(row) : undefined;
  }

  async findByClientId(tx: WorkerTx, clientId: ClientId): Promise<AppWithSecrets | undefined> {
    const [found] = await tx.query<{ row: unknown; secretHashes: string[] }>(
      byValues(`SELECT to_jsonb(a) AS row, ARRAY(SELECT s.secret_hash FROM client_secrets s
         WHERE s.customer_app_id = a.customer_app_id
           AND (s.valid_until IS NULL OR s.valid_until > now())) AS "secretHashes"
       FROM customer_apps a WHERE a.client_id = $1`),
      [clientId],
    );
    if (!found) return undefined;
    const { row, secretHashes } = found;
    return { app: toCustomerApp(customerApps.from(row)), secretHashes };
  }

  /** Newest first. */
  async list(tx: WorkerTx): Promise<readonly CustomerApp[]> {
    const found = await tx.query<{ row: unknown }>(
      byValues(`SELECT to_jsonb(a) AS row FROM customer_apps a
       ORDER BY created_at DESC, customer_app_id DESC`),
    );
    return customerApps.rows(found).map(toCustomerApp);
  }

  /** Adds the app, its audited changes and their events to the batch. */
  save(batch: WriteBatch, app: CustomerApp, { actor, details }: Audit): void {
    const last = app.changes.at(-1);
    if (!last) return;
    customerApps.save(batch, { snapshot: toRow(app, last.occurredAt), changes: app.changes });
    batch.moves.push(...app.changes);
    for (const change of app.changes) {
      const { sequence, command, occurredAt } = change;
      const record = { customerAppId: app.id, sequence, command, actor, details, occurredAt };
      customerAppChanges.insert(batch, record);
      if (change.event === null) continue;
      batch.publish(CUSTOMER_APP_EVENTS[change.event], {
        payload: toPayload(app, change),
        sequence,
        customerAppId: app.id,
      });
    }
  }

  addSecret(batch: WriteBatch, { customerAppId, hash, createdAt }: NewSecret): void {
    clientSecrets.insert(batch, { customerAppId, secretHash: hash, createdAt, validUntil: null });
  }

  /** Lets every secret that is valid now end at `instant`, unless it ends earlier. */
  async endSecretsAt(tx: WorkerTx, app: CustomerAppId, instant: Date): Promise<void> {
    await tx.query(
      byValues(`UPDATE client_secrets SET valid_until = least(coalesce(valid_until, $2), $2)
       WHERE customer_app_id = $1`),
      [app, instant],
    );
  }
}
