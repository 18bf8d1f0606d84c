import { Injectable } from '@nestjs/common';
import type {
  ListWebhookEndpointsQuery,
  ListWebhookEndpointsResponse,
  WebhookEndpointDetailResponse,
  WebhookEndpointResponse,
  WebhookRecovery,
} from '@towpath/contracts/webhook-dispatch';
import { pageOf, rangeOf } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type WebhookEndpointId } from '@towpath/kernel';
import { byKey, byValues, Transactions, type AppTx, type RowOf } from '@towpath/persistence';
import { EndpointSeal } from './endpoint-seal.js';
import { HEADER_MASK, WebhookEndpoint, type CustomHeaders } from './webhook-endpoint.js';
import { webhookEndpoints, webhookRecoveries, type EndpointRow } from './webhook-endpoint.table.js';

/** The data of an endpoint for its subscriptions. */
export interface Subscriber {
  readonly endpointId: WebhookEndpointId;
  readonly eventTypes: readonly string[];
}

const EXISTING = 'FROM webhook_endpoints e WHERE customer_app_id = $1 AND deleted_at IS NULL';
const ROW = `SELECT to_jsonb(e) AS row ${EXISTING}`;
const BY_ID = `${ROW} AND webhook_endpoint_id = $2`;
const PAGE = `${ROW} AND ($2::timestamptz IS NULL OR (created_at, webhook_endpoint_id) < ($2, $3))
  ORDER BY created_at DESC, webhook_endpoint_id DESC OFFSET $4 LIMIT $5`;
// Disabled ones too: their events are held.
const SUBSCRIBERS = byKey(
  `SELECT ${webhookEndpoints.select('endpointId', 'eventTypes')} ${EXISTING}`,
);

/** Webhook endpoints as the interface shows them, and for the areas around them. */
@Injectable()
export class WebhookEndpointsReads {
  constructor(
    private readonly db: Transactions,
    private readonly seal: EndpointSeal,
  ) {}

  /** Newest first. */
  list(
    app: CustomerAppId,
    query: ListWebhookEndpointsQuery,
  ): Promise<ListWebhookEndpointsResponse> {
    const { offset, limit, after } = rangeOf(query);
    const range = [after?.createdAt ?? null, after?.id ?? null, offset, limit];
    const read = async (tx: AppTx) => {
      const [found, total] = await Promise.all([this.read(tx, PAGE, range), this.count(tx)]);
      const places = found.map(({ snapshot }) => ({
        id: snapshot.endpointId,
        created_at: snapshot.createdAt,
      }));
      const { next_cursor } = pageOf(places, total, query);
      return {
        webhook_endpoints: found.map((endpoint) => endpointBody(endpoint)),
        total,
        ...(next_cursor === undefined ? {} : { next_cursor }),
      };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** With its last recovery. */
  get(app: CustomerAppId, rawEndpointId: string): Promise<WebhookEndpointDetailResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    const read = async (tx: AppTx) => {
      const [endpoint, recovery] = await Promise.all([
        this.find(tx, endpointId),
        webhookRecoveries.find(tx, { endpointId }),
      ]);
      return { ...endpointBody(endpoint), recovery: recovery ? recoveryBody(recovery) : undefined };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Throws `WEBHOOK_ENDPOINT_NOT_FOUND`. */
  async find(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint> {
    const [endpoint] = await this.read(tx, BY_ID, [endpointId]);
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  }

  /** Null if it was deleted. */
  async lock(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint | null> {
    const [endpoint] = await this.read(tx, `${BY_ID} FOR UPDATE`, [endpointId]);
    return endpoint ?? null;
  }

  async count(tx: AppTx): Promise<number> {
    const counted = byValues(`SELECT count(*) AS total ${EXISTING}`);
    const [row] = await tx.query<{ total: number }>(counted, [tx.customerApp.id]);
    return row?.total ?? 0;
  }

  /** The endpoints of the app. */
  subscribers(tx: AppTx): Promise<Subscriber[]> {
    return tx.query<Subscriber>(SUBSCRIBERS, [tx.customerApp.id]);
  }

  /** Secrets and headers of a row, decrypted. */
  opened(row: Pick<EndpointRow, 'customerAppId' | 'endpointId' | 'sealed'>) {
    return this.seal.open(row, row.sealed ?? Buffer.of());
  }

  private async read(
    tx: AppTx,
    sql: string,
    params: readonly unknown[],
  ): Promise<WebhookEndpoint[]> {
    const found = await tx.query<{ row: unknown }>(byValues(sql), [tx.customerApp.id, ...params]);
    return webhookEndpoints
      .rows(found)
      .map(({ sealed, deletedAt: _, ...row }) =>
        WebhookEndpoint.restore({ ...row, ...this.opened({ ...row, sealed }) }),
      );
  }
}

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function endpointNotFound(): DomainError {
  return new DomainError('WEBHOOK_ENDPOINT_NOT_FOUND', 'No webhook endpoint has this ID.');
}

export function parseEndpointId(raw: string): WebhookEndpointId {
  const endpointId = parseId<WebhookEndpointId>(raw);
  if (!endpointId) throw endpointNotFound();
  return endpointId;
}

/**
 * Without its secret, and without values of headers except those that this request has set.
 * @param given headers of the request that is answered
 */
export function endpointBody(
  { snapshot }: WebhookEndpoint,
  given: CustomHeaders = {},
): WebhookEndpointResponse {
  return {
    webhook_endpoint_id: snapshot.endpointId,
    url: snapshot.url,
    event_types: [...snapshot.eventTypes],
    description: snapshot.description ?? undefined,
    enabled: snapshot.enabled,
    headers: masked(snapshot.headers, given),
    rate_limit_per_second: snapshot.rateLimitPerSecond ?? undefined,
    signature_kinds: [...snapshot.signatureKinds],
    disabled_reason: snapshot.disabledReason ?? undefined,
    held_events_expire_at: snapshot.heldEventsExpireAt?.toISOString(),
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}

export function recoveryBody(
  recovery: Omit<RowOf<typeof webhookRecoveries>, 'position'>,
): WebhookRecovery {
  return {
    since: recovery.since.toISOString(),
    recovered_events: recovery.recoveredEvents,
    started_at: recovery.startedAt.toISOString(),
    finished_at: recovery.finishedAt?.toISOString(),
  };
}

function masked(headers: CustomHeaders, given: CustomHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Object.hasOwn(given, name) && given[name] === value ? value : HEADER_MASK,
    ]),
  );
}
