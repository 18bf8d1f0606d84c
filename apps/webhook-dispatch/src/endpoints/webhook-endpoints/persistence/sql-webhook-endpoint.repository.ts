import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js';
import { EndpointSeal } from '../endpoint-seal.js';
import { WebhookEndpointRepository, type EndpointPage } from '../ports.js';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity.js';
import { changingColumns, endpointFromRow, endpointKey } from './webhook-endpoint.mapper.js';

const EXISTING = `FROM webhook_endpoints WHERE customer_app_id = $1 AND deleted_at IS NULL`;
const BY_ID = `SELECT * ${EXISTING} AND webhook_endpoint_id = $2`;

@Injectable()
export class SqlWebhookEndpointRepository extends WebhookEndpointRepository {
  constructor(private readonly seal: EndpointSeal) {
    super();
  }

  override async find(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint | null> {
    const [endpoint] = await this.read(tx, BY_ID, [endpointId]);
    return endpoint ?? null;
  }

  override async lock(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint | null> {
    const [endpoint] = await this.read(tx, `${BY_ID} FOR UPDATE`, [endpointId]);
    return endpoint ?? null;
  }

  override async list(tx: AppTx, { offset, limit, after }: PageRange): Promise<EndpointPage> {
    const endpoints = await this.read(
      tx,
      `SELECT * ${EXISTING}
         AND ($2::timestamptz IS NULL OR (created_at, webhook_endpoint_id) < ($2, $3))
       ORDER BY created_at DESC, webhook_endpoint_id DESC OFFSET $4 LIMIT $5`,
      [after?.createdAt ?? null, after?.id ?? null, offset, limit],
    );
    return { endpoints, total: await this.count(tx) };
  }

  override async count(tx: AppTx): Promise<number> {
    const [row] = await tx.query<{ total: number }>(`SELECT count(*) AS total ${EXISTING}`, [
      tx.customerApp.id,
    ]);
    return row?.total ?? 0;
  }

  override add(batch: WriteBatch, endpoint: WebhookEndpoint): void {
    const key = endpointKey(endpoint);
    batch.insert('webhook_endpoints', {
      ...key,
      ...changingColumns(endpoint, this.sealed(endpoint)),
      created_at: endpoint.snapshot.createdAt,
    });
    batch.insert('webhook_endpoint_health', { ...key, consecutive_failures: 0 });
  }

  override save(batch: WriteBatch, endpoint: WebhookEndpoint): void {
    const columns = changingColumns(endpoint, this.sealed(endpoint));
    batch.update('webhook_endpoints', endpointKey(endpoint), columns);
  }

  override remove(batch: WriteBatch, endpoint: WebhookEndpoint, real: Date): void {
    batch.update('webhook_endpoints', endpointKey(endpoint), {
      enabled: false,
      sealed: null,
      deleted_at: real,
    });
  }

  private sealed({ snapshot }: WebhookEndpoint): Buffer {
    return this.seal.seal(snapshot, snapshot);
  }

  private async read(
    tx: AppTx,
    sql: string,
    params: readonly unknown[],
  ): Promise<WebhookEndpoint[]> {
    const rows = await tx.query<WebhookEndpointEntity>(sql, [tx.customerApp.id, ...params]);
    return rows.map((row) => {
      const address = {
        customerAppId: row.customer_app_id as CustomerAppId,
        endpointId: row.webhook_endpoint_id as WebhookEndpointId,
      };
      return endpointFromRow(row, this.seal.open(address, row.sealed ?? Buffer.of()));
    });
  }
}
