import { Injectable } from '@nestjs/common';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import type { Tx, WorkerTx, WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from '../domain/customer-app.js';
import { CustomerAppRepository, type Audit, type StoredSecret } from '../ports.js';
import type { CustomerAppEntity } from './customer-app.entities.js';
import { CUSTOMER_APP_EVENTS, toCustomerApp, toPayload, toRow } from './customer-app.mapper.js';

type WithSecrets = CustomerAppEntity & {
  readonly secrets: readonly { readonly hash: string; readonly valid_until: string | null }[];
};

@Injectable()
export class SqlCustomerAppRepository extends CustomerAppRepository {
  override async lock(tx: WorkerTx, id: CustomerAppId): Promise<CustomerApp | undefined> {
    const [row] = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps WHERE customer_app_id = $1 FOR UPDATE',
      [id],
    );
    return row && toCustomerApp(row);
  }

  override async find(tx: Tx, id: CustomerAppId): Promise<CustomerApp | undefined> {
    const [row] = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps WHERE customer_app_id = $1',
      [id],
    );
    return row && toCustomerApp(row);
  }

  override async findByClientId(
    tx: WorkerTx,
    clientId: ClientId,
  ): Promise<{ app: CustomerApp; secrets: StoredSecret[] } | undefined> {
    const [row] = await tx.query<WithSecrets>(
      `SELECT a.*, (SELECT coalesce(jsonb_agg(jsonb_build_object(
           'hash', s.secret_hash, 'valid_until', s.valid_until)), '[]')
         FROM client_secrets s WHERE s.customer_app_id = a.customer_app_id
           AND (s.valid_until IS NULL OR s.valid_until > now())) AS secrets
       FROM customer_apps a WHERE a.client_id = $1`,
      [clientId],
    );
    if (!row) return undefined;
    const secrets = row.secrets.map(({ hash, valid_until }) => ({
      hash,
      validUntil: valid_until === null ? null : new Date(valid_until),
    }));
    return { app: toCustomerApp(row), secrets };
  }

  override async list(tx: WorkerTx): Promise<readonly CustomerApp[]> {
    const rows = await tx.query<CustomerAppEntity>(
      'SELECT * FROM customer_apps ORDER BY created_at DESC, customer_app_id DESC',
    );
    return rows.map(toCustomerApp);
  }

  override save(batch: WriteBatch, app: CustomerApp, { actor, details }: Audit): void {
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
}
