import type { CustomerAppId } from '@towpath/kernel';
import type { WorkerTx } from '../transactions/tx.js';
import type { JobLocks } from './job-locks.js';

/**
 * Whether a job may have something to do, of any app: known to the process, or as a SELECT that finds
 * a row then. `$1::text` is null there. `next` is a SELECT of one value: when real time brings more.
 */
export type DueCheck = { readonly due: boolean } | { readonly sql: string; readonly next?: string };

/**
 * Something that happens when a customer app's clock reaches an instant (expiry, a retry of an
 * unknown outcome, a scheduled payment: `DueRowsJob`), or from time to time by real time.
 */
export abstract class DueJob {
  /** Unique within the service; names the lock and the metric: `expire-payment-links`. */
  abstract readonly name: string;
  private restsUntil = 0;

  /** @param restMs see `beginRest` */
  constructor(private readonly restMs = 0) {}

  /**
   * Asked by a poll before it takes the lock of the job. One statement asks for all jobs, so a job
   * without due work costs little. By default `runDue` runs at each poll that finds it not at rest.
   */
  check(): DueCheck {
    return { due: !this.isAtRest };
  }

  /** Until `restMs` have passed in this process since `beginRest`. */
  protected get isAtRest(): boolean {
    return performance.now() < this.restsUntil;
  }

  protected beginRest(): void {
    this.restsUntil = performance.now() + this.restMs;
  }

  /**
   * The app's earliest due instant, past ones included; null when nothing is planned. By default
   * the job follows real time: no clock of an app brings it nearer, nor needs to stop for it.
   */
  nextDue(_tx: WorkerTx, _app: CustomerAppId): Promise<Date | null> {
    return Promise.resolve(null);
  }

  /**
   * Like `nextDue`, but only for items at whose instant a moved clock must stop. Other items may
   * run together later: each is written at its own instant (`forApp` with `at`), and nothing else
   * depends on that instant.
   */
  nextStop(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    return this.nextDue(tx, app);
  }

  /**
   * Handles due items of one app or of all apps, and returns their number. The runner calls it
   * again until it returns 0, so a failing item must move its due time or not be counted. Claim
   * rows safely (`FOR UPDATE SKIP LOCKED` or a conditional update), because the lock between
   * replicas is lost when its connection breaks.
   */
  abstract runDue(app?: CustomerAppId): Promise<number>;

  /**
   * Like `runDue` for all apps, concurrently with other replicas. A job without this method runs on
   * one replica at a time.
   */
  runShare?(locks: JobLocks): Promise<number>;
}
