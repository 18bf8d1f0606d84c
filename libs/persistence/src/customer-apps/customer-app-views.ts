import { parseId, type CustomerAppId, Clock } from '@towpath/kernel';
import type { Pool, QueryResult } from 'pg';
import { type Tx, UnknownCustomerApp } from '../transactions/tx.js';
import type { ClockSetting, CustomerAppChange, CustomerAppView } from './customer-app-view.js';
import { byValues } from '../transactions/planned-statement.js';

const CACHE_MS = 1_000;
const MAX_CACHED = 10_000;

interface CacheEntry {
  readonly until: number;
  readonly view: Promise<CustomerAppView | undefined>;
}

/** The service's own copy of the customer apps: type, status, token generation, clock, settings. */
export class CustomerAppViews {
  private readonly cache = new Map<CustomerAppId, CacheEntry>();

  constructor(private readonly appPool: Pool) {}

  /** The app, at most 1 s old; undefined if this service does not know it. */
  get(app: CustomerAppId): Promise<CustomerAppView | undefined> {
    const cached = this.cache.get(app);
    const now = performance.now();
    if (cached && cached.until > now) return cached.view;
    const view = this.read(app);
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(app, { until: now + CACHE_MS, view });
    // A failed read must not be remembered; its callers see the error through `view` itself.
    view.catch(() => this.cache.delete(app));
    return view;
  }

  /**
   * Stores the whole view, unless a later event was stored before. Give a worker transaction
   * for an app that may be new: `forApp` needs the row that this writes. Returns false for a stale
   * view.
   */
  async upsert(tx: Tx, view: CustomerAppView): Promise<boolean> {
    const live = view.appType === 'LIVE';
    const rows = await tx.query(byValues(UPSERT), [
      view.customerAppId,
      view.name,
      view.appType,
      view.status,
      view.credentialGeneration,
      live ? 0 : view.clockOffsetMs,
      live ? null : view.clockFrozenAt,
      view.settings,
      view.sequence,
    ]);
    tx.afterCommit(() => this.cache.delete(view.customerAppId));
    return rows.length === 1;
  }

  /**
   * Applies an event to an existing copy; events contain neither name nor settings. Returns false
   * if this service does not know the app, or if the event is older than the copy.
   */
  async follow(tx: Tx, change: CustomerAppChange): Promise<boolean> {
    const live = change.appType === 'LIVE';
    const rows = await tx.query(byValues(FOLLOW), [
      change.customerAppId,
      change.appType,
      change.status,
      change.credentialGeneration,
      live ? 0 : change.clockOffsetMs,
      live ? null : change.clockFrozenAt,
      change.sequence,
    ]);
    tx.afterCommit(() => this.cache.delete(change.customerAppId));
    return rows.length === 1;
  }

  /**
   * Sets the clock of a test app before its event arrives. With a `sequence`, older events no
   * longer change the clock. Returns false if the app is unknown or live.
   */
  async setClock(tx: Tx, app: CustomerAppId, clock: ClockSetting): Promise<boolean> {
    const rows = await tx.query(
      byValues(`UPDATE customer_app_views SET clock_offset_ms = $2, clock_frozen_at = $3,
         clock_sequence = greatest(clock_sequence, coalesce($4, clock_sequence))
       WHERE customer_app_id = $1 AND app_type = 'TEST' RETURNING 1 AS changed`),
      [app, clock.offsetMs, clock.frozenAt, clock.sequence ?? null],
    );
    tx.afterCommit(() => this.cache.delete(app));
    return rows.length === 1;
  }

  private async read(app: CustomerAppId): Promise<CustomerAppView | undefined> {
    const id = parseId<CustomerAppId>(app);
    if (!id) return undefined;
    // One round trip; the statements of one message without BEGIN are one transaction.
    const results = (await this.appPool.query(
      `SELECT set_config('app.customer_app_id', '${id}', true);
       SELECT ${COLUMNS} FROM customer_app_views WHERE customer_app_id = '${id}'`,
    )) as unknown as QueryResult<CustomerAppView>[];
    return results[1]?.rows[0];
  }
}

const COLUMNS = `customer_app_id AS "customerAppId", name, app_type AS "appType", status,
  credential_generation AS "credentialGeneration", clock_offset_ms AS "clockOffsetMs",
  clock_frozen_at AS "clockFrozenAt", settings, sequence`;

const UPSERT = `
  INSERT INTO customer_app_views AS known (customer_app_id, name, app_type, status,
    credential_generation, clock_offset_ms, clock_frozen_at, settings, sequence, clock_sequence)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  ON CONFLICT (customer_app_id) DO UPDATE SET
    name = excluded.name, app_type = excluded.app_type, status = excluded.status,
    credential_generation = excluded.credential_generation, settings = excluded.settings,
    clock_offset_ms = CASE WHEN excluded.app_type = 'LIVE' OR known.clock_sequence <= excluded.sequence
      THEN excluded.clock_offset_ms ELSE known.clock_offset_ms END,
    clock_frozen_at = CASE WHEN excluded.app_type = 'LIVE' OR known.clock_sequence <= excluded.sequence
      THEN excluded.clock_frozen_at ELSE known.clock_frozen_at END,
    clock_sequence = greatest(known.clock_sequence, excluded.clock_sequence),
    sequence = excluded.sequence, updated_at = now()
  WHERE known.sequence <= excluded.sequence
  RETURNING 1 AS stored`;

const FOLLOW = `
  UPDATE customer_app_views AS known SET app_type = $2, status = $3, credential_generation = $4,
    clock_offset_ms = CASE WHEN $2 = 'LIVE' OR clock_sequence <= $7 THEN $5 ELSE clock_offset_ms END,
    clock_frozen_at = CASE WHEN $2 = 'LIVE' OR clock_sequence <= $7 THEN $6 ELSE clock_frozen_at END,
    clock_sequence = greatest(clock_sequence, $7), sequence = $7, updated_at = now()
  WHERE customer_app_id = $1 AND sequence < $7
  RETURNING 1 AS stored`;

/** The apps' clocks outside a transaction; a moved clock shows within 1 s, or at once locally. */
export class DatabaseClock extends Clock {
  constructor(private readonly views: CustomerAppViews) {
    super();
  }

  /** Throws `UnknownCustomerApp`. */
  override async now(customerApp: CustomerAppId): Promise<Date> {
    const view = await this.views.get(customerApp);
    if (!view) throw new UnknownCustomerApp(customerApp);
    return view.clockFrozenAt ?? new Date(this.system().getTime() + view.clockOffsetMs);
  }

  override system(): Date {
    return new Date();
  }
}
