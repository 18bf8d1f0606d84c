import { Injectable } from '@nestjs/common';
import { newId, plusMs, type Id, type WebhookEndpointId } from '@towpath/kernel';
import { byKey, byValues, Transactions, WriteBatch, type WorkerTx } from '@towpath/persistence';
import { valid } from '../../endpoints/webhook-endpoints/webhook-endpoint.js';
import type { SignatureKind } from '../../endpoints/webhook-endpoints/webhook-endpoint.table.js';
import { WebhookEndpointsReads } from '../../endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import { type DueEndpoint } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import type { ClaimedDelivery, ClaimId } from '../sending/delivery.js';
import { isCircuitOpen, type EndpointHealth } from '../outcomes/endpoint-health.js';
import { grantRate, LARGEST_WINDOW } from './request-limits.js';

/** In ms. A request ends after 10 s; the rest is for recording its outcome on a busy database. */
export const LEASE_MS = 20_000;

const FIRST_DUE = `SELECT d.due_at FROM webhook_deliveries d
  WHERE d.webhook_endpoint_id = e.webhook_endpoint_id`;
const DUE =
  byValues(`SELECT e.customer_app_id AS "customerAppId", e.webhook_endpoint_id AS "endpointId",
    v.app_type AS "appType", greatest(first.due_at, h.paused_until) AS "dueAt"
  FROM webhook_endpoints e
  JOIN webhook_endpoint_health h USING (customer_app_id, webhook_endpoint_id)
  JOIN customer_app_views v USING (customer_app_id)
  CROSS JOIN LATERAL (SELECT least(
    (${FIRST_DUE} AND d.status = 'PENDING' ORDER BY d.due_at LIMIT 1),
    (${FIRST_DUE} AND d.status = 'RETRYING' ORDER BY d.due_at LIMIT 1)) AS due_at) first
  WHERE e.enabled AND e.deleted_at IS NULL
    AND first.due_at <= $1 AND (h.paused_until IS NULL OR h.paused_until <= $1)`);

// The holder of the health row is the only one to claim for the endpoint. The commit does not wait for
// the disk: a claim that a crash of the database takes with it is a lease that ended early.
const OPEN_ENDPOINTS =
  byKey(`SELECT e.customer_app_id AS "customerAppId", e.webhook_endpoint_id AS "endpointId", e.url,
    e.sealed, e.signature_kinds AS "signatureKinds", e.rate_limit_per_second AS "limitPerSecond",
    e.enabled_at AS "enabledAt", h.failing_since AS "failingSince",
    h.consecutive_failures AS "consecutiveFailures", h.paused_until AS "pausedUntil",
    h.rate_used_until AS "usedUntil",
    (SELECT count(*) FROM webhook_deliveries d
     WHERE d.webhook_endpoint_id = e.webhook_endpoint_id
       AND d.claimed_by IS NOT NULL AND d.due_at > $2) AS "inFlight"
  FROM webhook_endpoint_health h
  JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
  CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS commits
  WHERE h.webhook_endpoint_id = ANY ($1) AND e.enabled AND e.deleted_at IS NULL
  FOR UPDATE OF h SKIP LOCKED`);

const RATE_USED = `UPDATE webhook_endpoint_health h SET rate_used_until = u.used_until
  FROM unnest($1::text[], $2::timestamptz[]) AS u(endpoint_id, used_until)
  WHERE h.webhook_endpoint_id = u.endpoint_id`;

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
  RETURNING d.customer_app_id AS "customerAppId", d.event_id AS "eventId",
    d.webhook_endpoint_id AS "endpointId", m.body, m.request_id AS "requestId", m.traceparent,
    m.created_at AS "createdAt"`);

// Asked after the claim, in its transaction: what is claimed is not due any more.
const LEFT = byKey(`SELECT endpoint_id AS "endpointId" FROM unnest($1::text[]) AS w(endpoint_id)
  WHERE EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.status = 'PENDING'
      AND d.webhook_endpoint_id = w.endpoint_id AND d.due_at <= $2)
    OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.status = 'RETRYING'
      AND d.webhook_endpoint_id = w.endpoint_id AND d.due_at <= $2)`);

const RELEASE = byValues(`UPDATE webhook_deliveries d SET claimed_by = NULL, due_at = $4
  FROM unnest($1::text[], $2::text[], $3::text[], $5::text[])
    AS r(customer_app_id, event_id, webhook_endpoint_id, claim)
  WHERE d.customer_app_id = r.customer_app_id AND d.event_id = r.event_id
    AND d.webhook_endpoint_id = r.webhook_endpoint_id AND d.claimed_by = r.claim`);

export interface DueEndpoints {
  /** Those that something could be sent to now. */
  readonly now: readonly DueEndpoint[];
  /** Whether more endpoints have deliveries that are due within the given time. */
  readonly more: boolean;
}

/** The result of a round at one endpoint. */
export interface EndpointRound {
  readonly claimed: number;
  /** All possible claims are made, or the endpoint must not receive requests at present. */
  readonly drained: boolean;
  /** More may be due, which can be claimed when a running delivery ends. */
  readonly left: boolean;
  /** Time in ms until its rate limit allows more. */
  readonly waitMs: number;
}

export interface ClaimRound {
  readonly deliveries: readonly ClaimedDelivery[];
  readonly endpoints: ReadonlyMap<WebhookEndpointId, EndpointRound>;
}

/** An endpoint whose deliveries are locked against other claims until the transaction ends. */
interface OpenEndpoint extends EndpointHealth, Omit<DueEndpoint, 'appType'> {
  readonly url: string;
  readonly sealed: Buffer;
  readonly signatureKinds: readonly SignatureKind[];
  readonly limitPerSecond: number | null;
  readonly enabledAt: Date;
  readonly usedUntil: Date | null;
  /** Claimed and not recorded, by any replica. */
  readonly inFlight: number;
}

/** Permission to claim. */
export interface ClaimGrant {
  readonly endpoint: OpenEndpoint;
  readonly quota: number;
}

interface Permit extends ClaimGrant {
  readonly usedUntil: Date | null;
  readonly waitMs: number;
}

interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Endpoints at which something due was left: beyond the quota, or behind an earlier event. */
  readonly left: ReadonlySet<WebhookEndpointId>;
}

/** Takes deliveries for sending, in transactions of its own: none is open while they are sent. */
@Injectable()
export class DeliveryClaimsService {
  constructor(
    private readonly db: Transactions,
    private readonly endpoints: WebhookEndpointsReads,
    private readonly time: RealTime,
  ) {}

  /**
   * Endpoints that something could be sent to, now or soon.
   * @param withinMs how soon `more` is
   */
  due(withinMs: number): Promise<DueEndpoints> {
    return this.db.asWorker(async (tx) => {
      await tx.begun;
      const at = this.time.of(tx);
      const all = await tx.query<DueEndpoint & { readonly dueAt: Date }>(DUE, [
        plusMs(at, withinMs),
      ]);
      const now = all.filter(({ dueAt }) => dueAt <= at);
      return { now, more: all.length > now.length };
    });
  }

  /** @param shares the most to claim, by endpoint */
  claim(shares: ReadonlyMap<WebhookEndpointId, number>): Promise<ClaimRound> {
    const round = async (tx: WorkerTx) => {
      await tx.begun;
      const at = this.time.of(tx);
      const open = await tx.query<OpenEndpoint>(OPEN_ENDPOINTS, [[...shares.keys()], at]);
      const permits = open.map((each) => permitOf(each, at, shares.get(each.endpointId) ?? 0));
      const grants = permits.filter(({ quota }) => quota > 0);
      const claimed = await this.take(tx, grants, at);
      const limited = grants.filter(({ endpoint }) => endpoint.limitPerSecond !== null);
      if (limited.length > 0) {
        const used = [
          limited.map(({ endpoint }) => endpoint.endpointId),
          limited.map(({ usedUntil }) => usedUntil),
        ];
        tx.write(new WriteBatch().statement(RATE_USED, used));
      }
      return { deliveries: claimed.deliveries, endpoints: roundsOf(permits, claimed) };
    };
    return this.db.asWorker(round, { byKey: true });
  }

  /** Gives deliveries back before their leases end: others need not wait for it. */
  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.db.asWorker(async (tx) => {
      await tx.begun;
      await tx.query(RELEASE, [
        deliveries.map(({ customerAppId }) => customerAppId),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ endpointId }) => endpointId),
        this.time.of(tx),
        deliveries.map(({ claim }) => claim),
      ]);
    });
  }

  /**
   * First tries before retries, each resource's events in their sequence: one is not claimed while
   * an earlier one waits for its first try.
   */
  async take(tx: WorkerTx, grants: readonly ClaimGrant[], at: Date): Promise<Claimed> {
    if (grants.length === 0) return { deliveries: [], left: new Set() };
    const claim = newId<Id<'Claim'>>(at) as string as ClaimId;
    const endpointIds = grants.map(({ endpoint }) => endpoint.endpointId);
    const targets = new Map(
      grants.map(({ endpoint }) => [endpoint.endpointId, this.targetOf(endpoint, at)]),
    );
    const quotas = grants.map(({ quota }) => quota);
    const enabledSince = grants.map(({ endpoint }) => endpoint.enabledAt);
    const leaseUntil = plusMs(at, LEASE_MS);
    const [rows, left] = await Promise.all([
      tx.query<Omit<ClaimedDelivery, 'claim' | 'target'>>(CLAIM, [
        endpointIds,
        quotas,
        enabledSince,
        at,
        claim,
        leaseUntil,
      ]),
      tx.query<{ readonly endpointId: WebhookEndpointId }>(LEFT, [endpointIds, at]),
    ]);
    const deliveries = rows.flatMap((row) => {
      const target = targets.get(row.endpointId);
      return target ? [{ ...row, claim, target }] : [];
    });
    return { deliveries, left: new Set(left.map(({ endpointId }) => endpointId)) };
  }

  private targetOf(endpoint: OpenEndpoint, at: Date): ClaimedDelivery['target'] {
    const { secrets, headers } = this.endpoints.opened(endpoint);
    const { url, signatureKinds } = endpoint;
    return {
      url,
      signatureKinds,
      headers,
      secrets: valid(secrets, at).map(({ secret }) => secret),
    };
  }
}

function permitOf(endpoint: OpenEndpoint, at: Date, share: number): Permit {
  const { pausedUntil, inFlight } = endpoint;
  if (pausedUntil && pausedUntil > at) return { endpoint, quota: 0, usedUntil: null, waitMs: 0 };
  const window = isCircuitOpen(endpoint) ? 1 : LARGEST_WINDOW;
  const room = Math.max(0, Math.min(share, window - inFlight));
  const { granted, usedUntil, waitMs } = grantRate(endpoint, at, room);
  return { endpoint, quota: granted, usedUntil, waitMs };
}

function roundsOf(
  permits: readonly Permit[],
  { deliveries, left: leftAt }: Claimed,
): Map<WebhookEndpointId, EndpointRound> {
  const counts = new Map<WebhookEndpointId, number>();
  for (const { endpointId } of deliveries) {
    counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  }
  return new Map(
    permits.map(({ endpoint: { endpointId }, quota, waitMs }) => {
      const claimed = counts.get(endpointId) ?? 0;
      // Of those that might claim nothing in this round it is not known.
      const left = quota === 0 || leftAt.has(endpointId);
      const drained = !left || claimed < quota || (quota === 0 && waitMs === 0);
      return [endpointId, { claimed, drained, left, waitMs }];
    }),
  );
}
