import { Injectable } from '@nestjs/common';
import { field } from '@towpath/contracts';
import { seenBy, under, type RelatedResource, type StoryEntry } from '@towpath/contracts/operator';
import { WebhookEndpointDetailResponse } from '@towpath/contracts/webhook-dispatch';
import type { OperatorQuery, RowOf } from '@towpath/persistence';
import { OperatedResource, type StoryReads } from '@towpath/service';
import { webhookDeliveries } from '../delivering/deliveries/webhook-delivery.table.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoints/webhook-endpoint.js';
import {
  webhookEndpointHealth,
  webhookEndpoints,
  webhookRecoveries,
} from '../endpoints/webhook-endpoints/webhook-endpoint.table.js';
import {
  endpointBody,
  recoveryBody,
  WebhookEndpointsReads,
} from '../endpoints/webhook-endpoints/webhook-endpoints.reads.js';

const ENDPOINT_STATUSES = ['ENABLED', 'DISABLED', 'DELETED'] as const;
/** Newest events that did not arrive there. */
const MAX_FAILED = 20;

/** An endpoint, and how it is doing. */
class OperatedWebhookEndpoint extends WebhookEndpointDetailResponse {
  @field.text('Origin of its URL.') address: string;
  @field.enum('Status.', ENDPOINT_STATUSES) status: (typeof ENDPOINT_STATUSES)[number];
  @field.integer('Attempts that failed since the last success.', { min: 0 })
  consecutive_failures: number;
  @field.instant('Since when every attempt failed.', { optional: true }) failing_since?: string;
  @field.instant('Until when it gets nothing.', { optional: true }) paused_until?: string;
  @field.instant('When it was deleted.', { optional: true }) deleted_at?: string;
}

type EndpointRow = ReturnType<(typeof webhookEndpoints)['rows']>[number];

/** Endpoints for operators, deleted ones as long as attempts name them. */
@Injectable()
export class WebhookEndpointResource extends OperatedResource<EndpointRow> {
  readonly kind = 'webhook_endpoint';
  readonly table = webhookEndpoints;
  // The path or the query of a URL often carries a credential of the receiver.
  readonly view = seenBy(OperatedWebhookEndpoint, {
    viewer: [
      'webhook_endpoint_id',
      'address',
      'status',
      'event_types',
      'enabled',
      'rate_limit_per_second',
      'signature_kinds',
      'disabled_reason',
      'held_events_expire_at',
      'consecutive_failures',
      'failing_since',
      'paused_until',
      ...under('recovery', ['since', 'recovered_events', 'started_at', 'finished_at']),
      'created_at',
      'updated_at',
      'deleted_at',
    ],
    operator: ['description'],
  });
  readonly columns = {
    createdAt: 'created_at',
    status: `CASE WHEN t.deleted_at IS NOT NULL THEN 'DELETED'
      WHEN t.enabled THEN 'ENABLED' ELSE 'DISABLED' END`,
  };

  constructor(private readonly endpoints: WebhookEndpointsReads) {
    super();
  }

  searchedBy() {
    return undefined;
  }

  listed(row: EndpointRow) {
    const { createdAt, updatedAt } = row;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status: statusOf(row), summary: originOf(row), ...at };
  }

  async body(row: EndpointRow, reads: OperatorQuery): Promise<OperatedWebhookEndpoint> {
    const { health, recovery } = await this.#parts(row, reads);
    const sealed = row.deletedAt ? { secrets: [], headers: {} } : this.endpoints.opened(row);
    return {
      ...endpointBody(WebhookEndpoint.restore({ ...row, ...sealed })),
      address: originOf(row),
      status: statusOf(row),
      consecutive_failures: health?.consecutiveFailures ?? 0,
      failing_since: health?.failingSince?.toISOString(),
      paused_until: health?.pausedUntil?.toISOString(),
      deleted_at: row.deletedAt?.toISOString(),
      recovery: recovery && recoveryBody(recovery),
    };
  }

  /** Events that did not arrive, newest first. */
  async related(row: EndpointRow, reads: OperatorQuery): Promise<RelatedResource[]> {
    const { customerAppId, endpointId } = row;
    const missing = await reads.rows(webhookDeliveries, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.webhook_endpoint_id = :id', { id: endpointId })
        .andWhere(`t.status IN ('FAILED', 'RETRYING')`)
        .orderBy('t.event_id', 'DESC')
        .limit(MAX_FAILED),
    );
    return missing.map(({ eventId: id, status }) => {
      const as = status === 'FAILED' ? 'event that failed' : 'event that is retried';
      return { kind: 'webhook_event', customer_app_id: customerAppId, id, as };
    });
  }

  override async story(row: EndpointRow, reads: StoryReads): Promise<StoryEntry[]> {
    const { health, recovery } = await this.#parts(row, reads.query);
    const entries: readonly (readonly [Date | null | undefined, string, string?])[] = [
      [row.createdAt, 'created'],
      [row.enabledAt, 'enabled, or at this URL'],
      [health?.failingSince, 'fails since', `${health?.consecutiveFailures ?? 0} failures`],
      [recovery?.startedAt, 'recovery started'],
      [recovery?.finishedAt, 'recovery finished', `${recovery?.recoveredEvents ?? 0} events`],
      [row.deletedAt, 'deleted'],
    ];
    return entries.flatMap(([at, title, reason]) => {
      if (!at) return [];
      const entry = { entry: 'STATE', service: 'webhook-dispatch', title } as const;
      return [{ at: at.toISOString(), ...entry, ...(reason ? { reason } : {}) }];
    });
  }

  async #parts({ customerAppId, endpointId }: EndpointRow, reads: OperatorQuery) {
    const [health] = await reads.rows(webhookEndpointHealth, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.webhook_endpoint_id = :id', { id: endpointId }),
    );
    const [recovery] = await reads.rows(webhookRecoveries, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.webhook_endpoint_id = :id', { id: endpointId }),
    );
    return { health, recovery };
  }
}

function statusOf({ deletedAt, enabled }: EndpointRow): OperatedWebhookEndpoint['status'] {
  if (deletedAt) return 'DELETED';
  return enabled ? 'ENABLED' : 'DISABLED';
}

function originOf({ url }: Pick<RowOf<typeof webhookEndpoints>, 'url'>): string {
  return new URL(url).origin;
}
