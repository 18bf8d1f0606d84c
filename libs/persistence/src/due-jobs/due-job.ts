import type { CustomerAppId } from '@towpath/kernel';
import type { WorkerTx } from '../transactions/tx.js';
import type { RowClaims } from './row-claims.js';

/**
 * Whether a job may have something to do, of any app: known to the process, or as a SELECT that finds
 * a row then. `$1::text` is null there. `next` is a SELECT of one value: when real time brings more.
 */
export type DueLook = { readonly due: boolean } | { readonly sql: string; readonly next?: string };

/**
 * Something that happens when a customer app's clock reaches an instant: expiry, a retry of an
 * unknown outcome, a scheduled payment. Due times are compared in SQL with the app's clock, by the
 * statement that `dueRows` makes.
 */
export abstract class DueJob {
  /** Unique within the service; names the lock and the metric: `expire-payment-links`. */
  abstract readonly name: string;

  /**
   * What a poll asks before it takes the job's lock: a job for which nothing is due costs no more than
   * its part of one statement for all. `runDue` runs at each poll unless told.
   */
  look(): DueLook {
    return { due: true };
  }

  /** The app's earliest due instant, past ones included; null when nothing is planned. */
  abstract nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null>;

  /**
   * As `nextDue`, of the items at whose instant a moved clock has to stop. The others may be done
   * together later, since nobody can tell: they are written at their own instant (`forApp` with
   * `at`), and nothing but what they change follows from them.
   */
  nextStop(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    return this.nextDue(tx, app);
  }

  /**
   * Does what is due, of one app or of all, and returns how many items it handled. It is called
   * again until it returns 0, so an item that fails must move its due time or be counted as 0.
   * Claim rows safely (`FOR UPDATE SKIP LOCKED` or a conditional update): the lock that keeps
   * replicas apart is lost when its connection breaks.
   */
  abstract runDue(app?: CustomerAppId): Promise<number>;

  /**
   * As `runDue` for all apps, beside other replicas that do the same. A job without it runs on one
   * replica at a time.
   */
  runShare?(claims: RowClaims): Promise<number>;
}
