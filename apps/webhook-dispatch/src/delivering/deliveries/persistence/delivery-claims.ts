import { Injectable } from '@nestjs/common';
import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import { byKey, byValues, type WorkerTx } from '@towpath/persistence';
import { valid } from '../../../endpoints/webhook-endpoints/domain/signing-secrets.js';
import type { SignatureKind } from '../../../endpoints/webhook-endpoints/domain/webhook-endpoint.js';
import { EndpointSeal } from '../../../endpoints/webhook-endpoints/endpoint-seal.js';
import type { ClaimedDelivery, EndpointTarget } from '../../sending/delivery.js';
import type { Claimed, ClaimGrant, ClaimTerms, EndpointDue, EndpointStanding } from '../ports.js';

const FIRST_DUE = `SELECT d.due_at FROM webhook_deliveries d
  WHERE d.webhook_endpoint_id = e.webhook_endpoint_id`;
const DUE = byValues(`SELECT e.customer_app_id, e.webhook_endpoint_id, v.app_type,
    greatest(first.due_at, h.paused_until) AS due_at
  FROM webhook_endpoints e
  JOIN webhook_endpoint_health h USING (customer_app_id, webhook_endpoint_id)
  JOIN customer_app_views v USING (customer_app_id)
  CROSS JOIN LATERAL (SELECT least(
    (${FIRST_DUE} AND d.status = 'PENDING' ORDER BY d.due_at LIMIT 1),
    (${FIRST_DUE} AND d.status = 'RETRYING' ORDER BY d.due_at LIMIT 1)) AS due_at) first
  WHERE e.enabled AND e.deleted_at IS NULL
    AND first.due_at <= $1 AND (h.paused_until IS NULL OR h.paused_until <= $1)`);

// Whoever holds the health row is the only one to claim for the endpoint. The commit does not wait for
// the disk: a claim that a crash of the database takes with it is a lease that ended early.
const STANDINGS = byKey(`SELECT e.customer_app_id, e.webhook_endpoint_id, e.url, e.sealed,
    e.signature_kinds, e.rate_limit_per_second, e.enabled_at,
    h.failing_since, h.consecutive_failures, h.paused_until, h.rate_used_until,
    (SELECT count(*) FROM webhook_deliveries d
     WHERE d.webhook_endpoint_id = e.webhook_endpoint_id
       AND d.claimed_by IS NOT NULL AND d.due_at > $2) AS in_flight
  FROM webhook_endpoint_health h
  JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
  CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS commits
  WHERE h.webhook_endpoint_id = ANY ($1) AND e.enabled AND e.deleted_at IS NULL
  FOR UPDATE OF h SKIP LOCKED`);

const OPEN = `SELECT d.customer_app_id, d.event_id, d.webhook_endpoint_id, d.due_at
  FROM webhook_deliveries d WHERE d.webhook_endpoint_id = w.endpoint_id`;
// OFFSET 0 keeps it a look-up for each row. As a join, planned while nothing waited, it read all that
// waits at the endpoint for each of them: thousands that wait would leave at some 10 a second.
const NOTHING_EARLIER = `NOT EXISTS (SELECT 1 FROM webhook_deliveries earlier
  WHERE earlier.webhook_endpoint_id = d.webhook_endpoint_id AND earlier.status = 'PENDING'
    AND earlier.resource_id = d.resource_id AND earlier.sequence < d.sequence OFFSET 0)`;

// Three lanes: live first tries, first tries that were held, retries.
const CLAIM = byKey(`WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::timestamptz[])
      AS w(endpoint_id, quota, enabled_at)),
  picked AS MATERIALIZED (
    SELECT p.* FROM wanted w CROSS JOIN LATERAL (
      SELECT * FROM (
        (SELECT *, 0 AS lane FROM (${OPEN} AND d.status = 'PENDING' AND d.due_at <= $4
           AND d.due_at >= w.enabled_at AND ${NOTHING_EARLIER}
           ORDER BY d.due_at LIMIT w.quota) live)
        UNION ALL
        (SELECT *, 1 AS lane FROM (${OPEN} AND d.status = 'PENDING' AND d.due_at <= $4
           AND d.due_at < w.enabled_at AND ${NOTHING_EARLIER}
           ORDER BY d.due_at LIMIT w.quota) held)
        UNION ALL
        (SELECT *, 2 AS lane FROM (${OPEN} AND d.status = 'RETRYING' AND d.due_at <= $4
           ORDER BY d.due_at LIMIT w.quota) retries)
      ) lanes ORDER BY lane, due_at LIMIT w.quota) p)
  UPDATE webhook_deliveries d SET claimed_by = $5, due_at = $6
  FROM picked p JOIN webhook_messages m USING (customer_app_id, event_id)
  WHERE d.customer_app_id = p.customer_app_id AND d.event_id = p.event_id
    AND d.webhook_endpoint_id = p.webhook_endpoint_id
  RETURNING d.customer_app_id, d.event_id, d.webhook_endpoint_id,
    m.body, m.request_id, m.traceparent, m.created_at`);

// Asked after the claim, in its transaction: what is claimed is not due any more.
const LEFT = byKey(`SELECT endpoint_id FROM unnest($1::text[]) AS w(endpoint_id)
  WHERE EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.status = 'PENDING'
      AND d.webhook_endpoint_id = w.endpoint_id AND d.due_at <= $2)
    OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.status = 'RETRYING'
      AND d.webhook_endpoint_id = w.endpoint_id AND d.due_at <= $2)`);

const RELEASE = byValues(`UPDATE webhook_deliveries d SET claimed_by = NULL, due_at = $4
  FROM unnest($1::text[], $2::text[], $3::text[], $5::text[])
    AS r(customer_app_id, event_id, webhook_endpoint_id, claim)
  WHERE d.customer_app_id = r.customer_app_id AND d.event_id = r.event_id
    AND d.webhook_endpoint_id = r.webhook_endpoint_id AND d.claimed_by = r.claim`);

interface StandingRow {
  readonly customer_app_id: CustomerAppId;
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly url: string;
  readonly sealed: Buffer;
  readonly signature_kinds: SignatureKind[];
  readonly rate_limit_per_second: number | null;
  readonly enabled_at: Date;
  readonly failing_since: Date | null;
  readonly consecutive_failures: number;
  readonly paused_until: Date | null;
  readonly rate_used_until: Date | null;
  readonly in_flight: number;
}

interface DueRow {
  readonly customer_app_id: CustomerAppId;
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly app_type: 'TEST' | 'LIVE';
  readonly due_at: Date;
}

interface ClaimedRow {
  readonly customer_app_id: CustomerAppId;
  readonly event_id: EventId;
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly body: Buffer;
  readonly request_id: string;
  readonly traceparent: string | null;
  readonly created_at: Date;
}

/** Claims of deliveries from the table. */
@Injectable()
export class DeliveryClaims {
  constructor(private readonly seal: EndpointSeal) {}

  /** Enabled endpoints to which something could be sent by the instant, and since when. */
  async dueBy(tx: WorkerTx, by: Date): Promise<EndpointDue[]> {
    const rows = await tx.query<DueRow>(DUE, [by]);
    return rows.map((row) => ({
      customerAppId: row.customer_app_id,
      endpointId: row.webhook_endpoint_id,
      appType: row.app_type,
      dueAt: row.due_at,
    }));
  }

  /** The state of enabled endpoints that no other process is claiming from at present. */
  async standings(
    tx: WorkerTx,
    endpointIds: readonly WebhookEndpointId[],
    at: Date,
  ): Promise<EndpointStanding[]> {
    const rows = await tx.query<StandingRow>(STANDINGS, [endpointIds, at]);
    return rows.map((row) => ({
      customerAppId: row.customer_app_id,
      endpointId: row.webhook_endpoint_id,
      enabledAt: row.enabled_at,
      target: this.targetOf(row, at),
      health: {
        failingSince: row.failing_since,
        consecutiveFailures: row.consecutive_failures,
        pausedUntil: row.paused_until,
      },
      limitPerSecond: row.rate_limit_per_second,
      rateUsedUntil: row.rate_used_until,
      inFlight: row.in_flight,
    }));
  }

  /**
   * First tries before retries, each resource's events in their sequence: one is not claimed while
   * an earlier one waits for its first try.
   */
  async claim(
    tx: WorkerTx,
    grants: readonly ClaimGrant[],
    { claim, at, leaseUntil }: ClaimTerms,
  ): Promise<Claimed> {
    const endpointIds = grants.map(({ endpoint }) => endpoint.endpointId);
    const targets = new Map(grants.map(({ endpoint }) => [endpoint.endpointId, endpoint.target]));
    const quotas = grants.map(({ quota }) => quota);
    const enabledSince = grants.map(({ endpoint }) => endpoint.enabledAt);
    const [rows, left] = await Promise.all([
      tx.query<ClaimedRow>(CLAIM, [endpointIds, quotas, enabledSince, at, claim, leaseUntil]),
      tx.query<{ endpoint_id: WebhookEndpointId }>(LEFT, [endpointIds, at]),
    ]);
    const deliveries = rows.flatMap((row) => {
      const target = targets.get(row.webhook_endpoint_id);
      return target ? [claimedFromRow(row, { claim, target })] : [];
    });
    return { deliveries, left: new Set(left.map((row) => row.endpoint_id)) };
  }

  async setRateUsed(
    tx: WorkerTx,
    { customerAppId, endpointId }: EndpointStanding,
    usedUntil: Date,
  ): Promise<void> {
    await tx.query(
      byKey(`UPDATE webhook_endpoint_health SET rate_used_until = $3
       WHERE customer_app_id = $1 AND webhook_endpoint_id = $2`),
      [customerAppId, endpointId, usedUntil],
    );
  }

  /** Gives claims back that were not sent. */
  async release(tx: WorkerTx, deliveries: readonly ClaimedDelivery[], at: Date): Promise<void> {
    await tx.query(RELEASE, [
      deliveries.map(({ customerAppId }) => customerAppId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ endpointId }) => endpointId),
      at,
      deliveries.map(({ claim }) => claim),
    ]);
  }

  private targetOf(row: StandingRow, at: Date): EndpointTarget {
    const address = {
      customerAppId: row.customer_app_id,
      endpointId: row.webhook_endpoint_id,
    };
    const { secrets, headers } = this.seal.open(address, row.sealed);
    return {
      url: row.url,
      headers,
      secrets: valid(secrets, at).map(({ secret }) => secret),
      signatureKinds: row.signature_kinds,
    };
  }
}

function claimedFromRow(
  row: ClaimedRow,
  { claim, target }: Pick<ClaimedDelivery, 'claim' | 'target'>,
): ClaimedDelivery {
  return {
    customerAppId: row.customer_app_id,
    eventId: row.event_id,
    endpointId: row.webhook_endpoint_id,
    claim,
    body: row.body,
    requestId: row.request_id,
    traceparent: row.traceparent,
    createdAt: row.created_at,
    target,
  };
}
