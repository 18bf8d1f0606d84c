import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { WebhookEndpointId } from '@towpath/kernel';
import { byValues, type AppTx, type WriteBatch } from '@towpath/persistence';
import { WebhookEndpoint } from '../domain/webhook-endpoint.js';
import { EndpointSeal } from '../endpoint-seal.js';
import { WebhookEndpointRepository, type EndpointPage } from '../ports.js';
import {
  webhookEndpointHealth,
  webhookEndpoints,
  type EndpointRow,
} from '../webhook-endpoint.table.js';

const EXISTING = `FROM webhook_endpoints e WHERE customer_app_id = $1 AND deleted_at IS NULL`;
const ROW = 'SELECT to_jsonb(e) AS row';
const BY_ID = `${ROW} ${EXISTING} AND webhook_endpoint_id = $2`;

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
      `${ROW} ${EXISTING}
         AND ($2::timestamptz IS NULL OR (created_at, webhook_endpoint_id) < ($2, $3))
       ORDER BY created_at DESC, webhook_endpoint_id DESC OFFSET $4 LIMIT $5`,
      [after?.createdAt ?? null, after?.id ?? null, offset, limit],
    );
    return { endpoints, total: await this.count(tx) };
  }

  override async count(tx: AppTx): Promise<number> {
    const [row] = await tx.query<{ total: number }>(
      byValues(`SELECT count(*) AS total ${EXISTING}`),
      [tx.customerApp.id],
    );
    return row?.total ?? 0;
  }

  override add(batch: WriteBatch, endpoint: WebhookEndpoint): void {
    const { customerAppId, endpointId } = endpoint.snapshot;
    webhookEndpoints.insert(batch, this.rowOf(endpoint));
    webhookEndpointHealth.insert(batch, {
      customerAppId,
      endpointId,
      failingSince: null,
      consecutiveFailures: 0,
      pausedUntil: null,
      rateUsedUntil: null,
    });
  }

  override save(batch: WriteBatch, endpoint: WebhookEndpoint): void {
    webhookEndpoints.update(batch, this.rowOf(endpoint));
  }

  override remove(batch: WriteBatch, { snapshot }: WebhookEndpoint, real: Date): void {
    const { customerAppId, endpointId } = snapshot;
    const end = { enabled: false, sealed: null, deletedAt: real };
    webhookEndpoints.change(batch, { customerAppId, endpointId }, end);
  }

  private rowOf({ snapshot }: WebhookEndpoint): EndpointRow {
    const { secrets, headers, ...row } = snapshot;
    return { ...row, sealed: this.seal.seal(row, { secrets, headers }) };
  }

  private async read(
    tx: AppTx,
    sql: string,
    params: readonly unknown[],
  ): Promise<WebhookEndpoint[]> {
    const found = await tx.query<{ row: unknown }>(byValues(sql), [tx.customerApp.id, ...params]);
    return webhookEndpoints
      .rows(found)
      .map(({ sealed, ...row }) =>
        WebhookEndpoint.restore({ ...row, ...this.seal.open(row, sealed ?? Buffer.of()) }),
      );
  }
}
