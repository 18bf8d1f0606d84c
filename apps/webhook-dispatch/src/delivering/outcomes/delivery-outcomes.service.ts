import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type Id, type WebhookEndpointId } from '@towpath/kernel';
import { byKey, Transactions, WriteBatch, type RowOf, type WorkerTx } from '@towpath/persistence';
import { randomInt } from 'node:crypto';
import { deliveryMachine } from '../../recording/events/delivery.transitions.js';
import { RealTime } from '../../time/real-time.js';
import {
  EndpointNoticesService,
  type DisableRequest,
} from '../notices/endpoint-notices.service.js';
import { isAcknowledged, type DeliveryKey, type SentDelivery } from '../sending/delivery.js';
import { healthAfter, isGivenUp, type EndpointHealth } from './endpoint-health.js';
import { GONE, settle, type Settlement, type StoredDelivery } from './settle-delivery.js';
import type { webhookAttempts } from '../deliveries/webhook-delivery.table.js';

// In one order everywhere, so that two workers that record at once do not lock crosswise; each row
// by its whole key, whatever the planner knows of the table.
const LOCK = byKey(`WITH locked AS MATERIALIZED (
    SELECT d.* FROM (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
        AS k(customer_app_id, event_id, webhook_endpoint_id)
      ORDER BY customer_app_id, event_id, webhook_endpoint_id) k
    CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries d
      WHERE d.customer_app_id = k.customer_app_id AND d.event_id = k.event_id
        AND d.webhook_endpoint_id = k.webhook_endpoint_id FOR UPDATE) d)
  SELECT d.customer_app_id AS "customerAppId", d.event_id AS "eventId",
    d.webhook_endpoint_id AS "endpointId", d.status, d.attempts, d.retry_step AS "retryStep",
    d.retry_from AS "retryFrom", d.due_at AS "dueAt", d.claimed_by AS "claimedBy",
    e.enabled_at AS "enabledAt", h.failing_since AS "failingSince",
    h.consecutive_failures AS "consecutiveFailures", h.paused_until AS "pausedUntil"
  FROM locked d
  JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
  JOIN webhook_endpoint_health h USING (customer_app_id, webhook_endpoint_id)`);

const KEY = ['customerAppId', 'eventId', 'endpointId'] as const;
const DELIVERY = [
  ...KEY,
  'status',
  'attempts',
  'retryStep',
  'retryFrom',
  'dueAt',
  'claimedBy',
  'lastAttemptAt',
  'lastStatusCode',
] as const;
const ATTEMPT = [
  ...KEY,
  'attemptNumber',
  'attemptId',
  'outcome',
  'startedAt',
  'durationMs',
  'statusCode',
  'responseBody',
  'error',
] as const;
const WRITE = `WITH changed AS (
    UPDATE webhook_deliveries d SET status = u.status, attempts = u.attempts,
      retry_step = u.retry_step, retry_from = u.retry_from, due_at = u.due_at,
      claimed_by = u.claimed_by, last_attempt_at = u.last_attempt_at,
      last_status_code = u.last_status_code
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[],
        $7::timestamptz[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::int[])
      AS u(customer_app_id, event_id, webhook_endpoint_id, status, attempts, retry_step,
        retry_from, due_at, claimed_by, last_attempt_at, last_status_code)
    WHERE d.customer_app_id = u.customer_app_id AND d.event_id = u.event_id
      AND d.webhook_endpoint_id = u.webhook_endpoint_id)
  INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id, attempt_number,
    attempt_id, outcome, started_at, duration_ms, status_code, response_body, error)
  SELECT * FROM unnest($12::text[], $13::text[], $14::text[], $15::int[], $16::text[], $17::text[],
    $18::timestamptz[], $19::int[], $20::int[], $21::text[], $22::text[])`;

const HEALTH = [
  'customerAppId',
  'endpointId',
  'failingSince',
  'consecutiveFailures',
  'pausedUntil',
] as const;
const WRITE_HEALTH = `UPDATE webhook_endpoint_health h SET failing_since = u.failing_since,
    consecutive_failures = u.consecutive_failures, paused_until = u.paused_until
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::timestamptz[])
    AS u(customer_app_id, webhook_endpoint_id, failing_since, consecutive_failures, paused_until)
  WHERE h.customer_app_id = u.customer_app_id AND h.webhook_endpoint_id = u.webhook_endpoint_id`;

const STEPS = 1_000_000;

/** Chance in the retry schedule; a test may take it out. */
@Injectable()
export class RetryJitter {
  /** From 0 to 1. */
  next(): number {
    return randomInt(STEPS) / STEPS;
  }
}

const OVERLOADED = [429, 503];

interface HealthChange extends EndpointHealth {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

/** The health of the endpoints of one batch, as its answers change it one after the other. */
class EndpointHealthBook {
  private readonly entries = new Map<
    WebhookEndpointId,
    { readonly before: EndpointHealth; readonly after: HealthChange }
  >();
  private readonly reasons = new Map<WebhookEndpointId, DisableRequest>();

  constructor(private readonly at: Date) {}

  note(stored: StoredDelivery, { answer }: SentDelivery): void {
    const { customerAppId, endpointId, enabledAt } = stored;
    // A request from before the endpoint was enabled again says nothing about it now.
    if (answer.startedAt < enabledAt) return;
    const { before, after } = this.entries.get(endpointId) ?? { before: stored, after: stored };
    const health = healthAfter(after, {
      succeeded: isAcknowledged(answer),
      at: this.at,
      overloaded: OVERLOADED.includes(answer.statusCode ?? 0),
      retryAfterMs: answer.retryAfterMs,
    });
    const endpoint = { customerAppId, endpointId };
    this.entries.set(endpointId, { before, after: { ...endpoint, ...health } });
    if (answer.statusCode === GONE) {
      this.reasons.set(endpointId, { ...endpoint, reason: 'It answered 410 Gone.' });
    } else if (isGivenUp(health, this.at)) {
      this.reasons.set(endpointId, { ...endpoint, reason: 'It has failed for 5 days.' });
    }
  }

  /** Healthy endpoints stay healthy without a write. */
  get changes(): HealthChange[] {
    return [...this.entries.values()]
      .filter(({ before, after }) => isDifferent(before, after))
      .map(({ after }) => after);
  }

  get givenUp(): DisableRequest[] {
    return [...this.reasons.values()];
  }
}

function isDifferent(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.consecutiveFailures !== b.consecutiveFailures ||
    a.failingSince?.getTime() !== b.failingSince?.getTime() ||
    a.pausedUntil?.getTime() !== b.pausedUntil?.getTime()
  );
}

/** Records of what became of requests. */
@Injectable()
export class DeliveryOutcomesService {
  constructor(
    private readonly db: Transactions,
    private readonly notices: EndpointNoticesService,
    private readonly time: RealTime,
    private readonly jitter: RetryJitter,
  ) {}

  /** Then disables the endpoints that are given up. */
  async record(sent: readonly SentDelivery[]): Promise<void> {
    const keys = [...new Map(sent.map(({ delivery }) => [nameOf(delivery), delivery])).values()];
    const book = await this.db.asWorker(
      async (tx) =>
        this.settleAll(tx, sent, await tx.query<StoredDelivery>(LOCK, columnsOf(keys, KEY))),
      { byKey: true },
    );
    for (const given of book.givenUp) await this.notices.disable(given);
  }

  /** @param locked without those that were deleted with their endpoint or message */
  private settleAll(
    tx: WorkerTx,
    all: readonly SentDelivery[],
    locked: readonly StoredDelivery[],
  ): EndpointHealthBook {
    const at = this.time.of(tx);
    const stored = new Map(locked.map((delivery) => [nameOf(delivery), delivery]));
    const health = new EndpointHealthBook(at);
    const settled = new Map<string, Settlement>();
    const attempts: RowOf<typeof webhookAttempts>[] = [];
    for (const sent of all) {
      const name = nameOf(sent.delivery);
      const known = stored.get(name);
      if (!known) continue;
      const settlement = settle(known, sent, { at, random: this.jitter.next() });
      if (settlement.move) tx.moved(deliveryMachine, settlement.move);
      health.note(known, sent);
      settled.set(name, settlement);
      stored.set(name, { ...known, ...settlement });
      attempts.push(attemptOf(sent, settlement));
    }
    if (attempts.length === 0) return health;
    const rows = [...columnsOf([...settled.values()], DELIVERY), ...columnsOf(attempts, ATTEMPT)];
    const batch = new WriteBatch().statement(WRITE, rows);
    const changes = health.changes;
    if (changes.length > 0) batch.statement(WRITE_HEALTH, columnsOf(changes, HEALTH));
    tx.write(batch);
    return health;
  }
}

function columnsOf<T>(rows: readonly T[], names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

function nameOf({ customerAppId, eventId, endpointId }: DeliveryKey): string {
  return `${customerAppId} ${eventId} ${endpointId}`;
}

function attemptOf({ answer }: SentDelivery, settled: Settlement): RowOf<typeof webhookAttempts> {
  const { customerAppId, eventId, endpointId, attempts, succeeded } = settled;
  const { startedAt, durationMs, statusCode, responseBody, error } = answer;
  return {
    customerAppId,
    eventId,
    endpointId,
    attemptId: newId<Id<'WebhookAttempt'>>(startedAt),
    attemptNumber: attempts,
    outcome: succeeded ? 'SUCCEEDED' : 'FAILED',
    startedAt,
    durationMs,
    statusCode,
    responseBody,
    error,
  };
}
