import { Injectable } from '@nestjs/common';
import { ExpiringCache, PeerUnavailable, type Caller } from '@towpath/http';
import { Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions, type PlannedStatement, type WorkerTx } from '@towpath/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClockState, CustomerApp } from '../customer-apps/customer-app.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from '../customer-apps/customer-apps.service.js';
import { clockMoves } from './clock-move.table.js';
import { ClockParticipants } from './clock-participants.js';

/** The last move of an app's clock, so far as something of it is left to do. */
export interface ClockMove {
  /** Target of an incomplete advance; null if it is complete. */
  readonly target: Date | null;
  readonly advanceSeconds: number | null;
  /** Whether the clock is frozen after the move. */
  readonly frozen: boolean;
  /** Whether every participant has the app's clock, and no move is running. */
  readonly settled: boolean;
}

/** Time in ms for a participant to accept a clock for which no move waits. */
const SETTLE_MS = 4_000;
/** Longer than a slow participant needs; the turn excludes running moves. */
const RETRY_AFTER = `interval '2 seconds'`;
const BATCH = 20;
/** A move is known here so long after its begin at the latest. */
const KNOWN_MS = 1_000;
const KNOWN_APPS = 1_000;
/** Most advances end sooner, and the write needs no repeat. */
const WAIT_MS = 3_000;
const POLL_MS = 50;
const RETRY_AFTER_SECONDS = 1;

const COLUMNS = clockMoves.select('target', 'advanceSeconds', 'frozen', 'settled');
// A target to which the clock has made no step for an hour is given up.
const READ = byValues(`SELECT ${COLUMNS}, updated_at < now() - interval '1 hour' AS stale
  FROM clock_moves WHERE customer_app_id = $1`);
const WRITE = byValues(`INSERT INTO clock_moves
    (customer_app_id, target_at, advance_seconds, frozen, settled, updated_at)
  VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (customer_app_id) DO UPDATE SET target_at = excluded.target_at,
    advance_seconds = excluded.advance_seconds, frozen = excluded.frozen,
    settled = excluded.settled, updated_at = excluded.updated_at`);
const REACHED = byValues('UPDATE clock_moves SET updated_at = now() WHERE customer_app_id = $1');
const OPEN = byValues('SELECT 1 FROM clock_moves WHERE customer_app_id = $1 AND NOT settled');
const SETTLED = byValues('UPDATE clock_moves SET settled = true WHERE customer_app_id = $1');
const UNSETTLED = byValues(`SELECT ${clockMoves.select('customerAppId')} FROM clock_moves
  WHERE NOT settled AND updated_at < now() - ${RETRY_AFTER} ORDER BY updated_at LIMIT ${BATCH}`);

/** The clock of an app, here and in every participant, and its last move. */
@Injectable()
export class ClockMovesService {
  private readonly advancing = new ExpiringCache<boolean>({
    lifetimeMs: KNOWN_MS,
    size: KNOWN_APPS,
  });

  constructor(
    private readonly db: Transactions,
    private readonly clock: Clock,
    private readonly apps: CustomerAppsReads,
    private readonly customerApps: CustomerAppsService,
    private readonly participants: ClockParticipants,
  ) {}

  async read(app: CustomerAppId): Promise<ClockMove | undefined> {
    const [row] = await this.run<ClockMove & { readonly stale: boolean }>(READ, [app]);
    return row && { ...row, target: row.stale ? null : row.target };
  }

  async write(app: CustomerAppId, move: ClockMove): Promise<void> {
    await this.run(WRITE, valuesOf(app, move));
  }

  /** A new move, under the lock of its app: its clock may be kept at real time in the meantime. */
  async begin(app: CustomerAppId, move: ClockMove): Promise<void> {
    await this.db.asWorker(async (tx) => {
      (await this.customerApps.lock(tx, app)).assertMovableClock();
      await tx.query(WRITE, valuesOf(app, move));
    });
  }

  /** Throws `INVALID_REQUEST` for a clock that was moved, is frozen, or is being moved. */
  keepRealTime(id: CustomerAppId, actor: string): Promise<void> {
    const isMoving = async (tx: WorkerTx) => (await tx.query(OPEN, [id])).length > 0;
    return this.customerApps.keepRealTime({ id, actor, isMoving });
  }

  async isAdvancing(app: CustomerAppId): Promise<boolean> {
    const move = await this.read(app);
    return move !== undefined && !move.settled && move.target !== null;
  }

  /**
   * Keeps writes of a test app away while its clock advances: they would happen at a chance instant.
   * Waits for a short advance. Throws `CLOCK_ADVANCING` during a long one.
   */
  async awaitStill({ appType, customerAppId }: Caller): Promise<void> {
    if (appType !== 'TEST' || !customerAppId) return;
    const ask = () => this.isAdvancing(customerAppId);
    if (!(await this.advancing.get(customerAppId, ask))) return;
    const deadline = performance.now() + WAIT_MS;
    while (await ask()) {
      if (performance.now() > deadline) throw isAdvancing();
      await delay(POLL_MS);
    }
  }

  /** Apps whose move, or the process of it, ended before every participant had the clock. */
  async unsettled(): Promise<CustomerAppId[]> {
    const rows = await this.run<{ readonly customerAppId: CustomerAppId }>(UNSETTLED);
    return rows.map(({ customerAppId }) => customerAppId);
  }

  /** A step to the target is made. */
  async reached(app: CustomerAppId): Promise<void> {
    await this.run(REACHED, [app]);
  }

  /** @param deadline as epoch ms */
  async set(app: CustomerAppId, clock: ClockState, deadline: number): Promise<void> {
    await this.customerApps.changeClock(app, clock);
    await this.send(app, clock, deadline);
  }

  async send(app: CustomerAppId, clock: ClockState, deadline: number): Promise<void> {
    const deadlineMs = Math.max(deadline - this.clock.system().getTime(), 1);
    await this.participants.run(app, clock, deadlineMs);
  }

  /**
   * Ends an interrupted move: the clock is frozen or runs as before, from the instant that it
   * reached, and all participants receive it. It stays interrupted if one does not answer.
   */
  async settle(app: CustomerAppId): Promise<void> {
    const move = await this.read(app);
    if (!move || move.settled) return;
    let { clock } = await this.apps.get(app);
    if ((clock.frozenAt !== null) !== move.frozen) {
      clock = this.clockAt(this.nowOf({ clock }), move.frozen);
      await this.customerApps.changeClock(app, clock);
    }
    await this.write(app, move);
    try {
      await this.send(app, clock, this.clock.system().getTime() + SETTLE_MS);
    } catch (error) {
      if (error instanceof PeerUnavailable) return;
      throw error;
    }
    await this.run(SETTLED, [app]);
  }

  clockAt(instant: Date, frozen: boolean): ClockState {
    const offsetMs = instant.getTime() - this.clock.system().getTime();
    return { offsetMs, frozenAt: frozen ? instant : null };
  }

  nowOf({ clock: { frozenAt, offsetMs } }: Pick<CustomerApp, 'clock'>): Date {
    return frozenAt ?? new Date(this.clock.system().getTime() + offsetMs);
  }

  private run<R extends object>(
    statement: PlannedStatement,
    params: readonly unknown[] = [],
  ): Promise<R[]> {
    return this.db.asWorker((tx) => tx.query<R>(statement, params));
  }
}

function valuesOf(app: CustomerAppId, move: ClockMove): unknown[] {
  return [app, move.target, move.advanceSeconds, move.frozen, move.settled];
}

/** For a write that comes while the clock of its app advances. */
export function isAdvancing(): DomainError {
  const what = 'The clock of the app advances. Read GET /testing/clock until it has arrived.';
  return new DomainError('CLOCK_ADVANCING', what, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
