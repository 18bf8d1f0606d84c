import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { awaitedLater } from '@towpath/kernel';
import { byValues, Transactions, type RowOf, type Tx, type WriteBatch } from '@towpath/persistence';
import { Agent, request } from 'undici';
import { SandboxLogger } from '../../sandbox-logger.js';
import { Parties, type PartyName } from '../parties/parties.js';
import { callbacks } from './callback.table.js';

/** The signature of one simulated party's call-backs. */
export interface CallbackSigner {
  readonly gateway: PartyName;
  /** Headers that prove the sender. `sentAt` is real time. */
  callbackHeaders(
    body: string,
    sentAt: Date,
    callback: { readonly reference: string },
  ): Readonly<Record<string, string>>;
}

/** Finds who signs the call-backs of a party. */
export class CallbackSigners extends Parties<CallbackSigner> {}

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Real time until the next attempt after `attempts` failed ones: 1 s, 2 s, 4 s … 5 min. */
export function backOffMs(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
}

/** Times of the sender, in milliseconds. The lease outlives the longest request. */
export interface CallbackTimes {
  readonly pollMs: number;
  readonly leaseMs: number;
  readonly requestTimeoutMs: number;
}

export const DEFAULT_CALLBACK_TIMES: CallbackTimes = {
  pollMs: 1_000,
  leaseMs: 8_000,
  requestTimeoutMs: 5_000,
};

/** Injection token of `CallbackTimes`. */
export const CALLBACK_TIMES = Symbol('CALLBACK_TIMES');

interface OwedCallback extends Omit<RowOf<typeof callbacks>, 'body'> {
  readonly body: object;
}

interface ClaimedCallback {
  readonly position: number;
  readonly gateway: PartyName;
  readonly reference: string;
  readonly url: string;
  readonly body: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly claimed_at: Date;
}

/** Number of due call-backs in progress, and of those that a receiver refuses. */
interface UnsentCallbacks {
  readonly outbox: number;
  readonly parked: number;
  readonly in_flight: number;
}

const ATTEMPTS_WORTH_WAITING_FOR = 4;
const BATCH = 32;
const MOST_ERROR_TEXT = 300;
/** Call-backs of one reference leave strictly in their order. */
const HEADS = `
  SELECT DISTINCT ON (gateway, reference) position FROM callbacks
  WHERE delivered_at IS NULL AND ($3::text IS NULL OR customer_app_id = $3)
  ORDER BY gateway, reference, position`;

/**
 * Sends call-backs until each is answered with 2xx: claim, commit, send, record. A killed process
 * keeps its claim until the lease ends. A call-back may therefore arrive twice but is never lost.
 */
@Injectable()
export class CallbacksService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly agent = new Agent({ connections: BATCH, pipelining: 1 });
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly db: Transactions,
    private readonly signers: CallbackSigners,
    private readonly log: SandboxLogger,
    @Inject(CALLBACK_TIMES) private readonly times: CallbackTimes,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.agent.close();
  }

  /** Adds call-backs to the batch; they are sent once it is committed. */
  owe(tx: Tx, batch: WriteBatch, owed: OwedCallback): void {
    callbacks.insert(batch, { ...owed, body: JSON.stringify(owed.body) });
    tx.afterCommit(() => this.wake());
  }

  /** @param customerAppId of one app, or of all */
  async unsent(customerAppId?: string): Promise<UnsentCallbacks> {
    const [row] = await this.db.asWorker((tx) =>
      tx.query<UnsentCallbacks>(
        byValues(`SELECT count(*) FILTER (WHERE attempts < $1) AS outbox,
           count(*) FILTER (WHERE attempts >= $1) AS parked,
           count(*) FILTER (WHERE leased_until > now()) AS in_flight
         FROM callbacks WHERE delivered_at IS NULL AND due_at <= app_now(customer_app_id)
           AND ($2::text IS NULL OR customer_app_id = $2)`),
        [ATTEMPTS_WORTH_WAITING_FOR, customerAppId ?? null],
      ),
    );
    return row ?? { outbox: 0, parked: 0, in_flight: 0 };
  }

  private wake(): void {
    if (this.stopped) return;
    this.again = true;
    if (this.running) return;
    const running = this.runUntilIdle().finally(() => {
      this.running = undefined;
      this.sleep();
    });
    this.running = awaitedLater(running);
  }

  /** Sends due call-backs of one app, without retries, and waits for the answers. */
  async sendDue(customerAppId: string): Promise<number> {
    let sent = 0;
    for (;;) {
      const claimed = await this.claim(customerAppId);
      if (claimed.length === 0) return sent;
      await this.sendAll(claimed);
      sent += claimed.length;
    }
  }

  private sleep(): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), this.times.pollMs);
  }

  private async runUntilIdle(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        const claimed = await this.claim();
        await this.sendAll(claimed);
        // The next one of a reference could not be claimed before this one was delivered.
        this.again ||= claimed.length > 0;
      }
    } catch (error) {
      this.log.error({ error }, 'call-backs could not be sent; trying again');
    }
  }

  /** Claims due call-backs until the lease ends. */
  private claim(customerAppId?: string): Promise<ClaimedCallback[]> {
    return this.db.asWorker((tx) =>
      tx.query<ClaimedCallback>(
        byValues(`UPDATE callbacks SET attempts = attempts + 1,
           leased_until = now() + $2 * interval '1 millisecond'
         WHERE position IN (
           SELECT c.position FROM callbacks c
           WHERE c.position IN (${HEADS})
             AND c.delivered_at IS NULL AND c.due_at <= app_now(c.customer_app_id)
             AND c.next_attempt_at <= now() AND (c.leased_until IS NULL OR c.leased_until <= now())
           ORDER BY c.position LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING position, gateway, reference, url, body, attempts, now() AS claimed_at`),
        [BATCH, this.times.leaseMs, customerAppId ?? null],
      ),
    );
  }

  private async sendAll(claimed: readonly ClaimedCallback[]): Promise<void> {
    const inOrder = claimed.toSorted((a, b) => a.position - b.position);
    await Promise.all(inOrder.map((callback) => this.sendOne(callback)));
  }

  private async sendOne(callback: ClaimedCallback): Promise<void> {
    const { position } = callback;
    const { status, error } = await this.post(callback);
    if (status !== null && status >= 200 && status < 300) {
      await this.record(
        `UPDATE callbacks SET delivered_at = now(), leased_until = NULL, last_status = $2,
           last_error = NULL
         WHERE position = $1`,
        [position, status],
      );
      return;
    }
    const retryAfterMs = backOffMs(callback.attempts);
    await this.record(
      `UPDATE callbacks SET leased_until = NULL, last_status = $2, last_error = $3,
         next_attempt_at = now() + $4 * interval '1 millisecond'
       WHERE position = $1 AND delivered_at IS NULL`,
      [position, status, error, retryAfterMs],
    );
    const failed = { reference: callback.reference, position, status, error, retryAfterMs };
    this.log.warn(failed, 'call-back was not taken');
  }

  private async record(sql: string, values: readonly unknown[]): Promise<void> {
    await this.db.asWorker((tx) => tx.query(byValues(sql), values));
  }

  private async post(callback: ClaimedCallback): Promise<{ status: number | null; error: string }> {
    const { url, body, claimed_at: sentAt } = callback;
    try {
      const signature = this.signers.of(callback.gateway).callbackHeaders(body, sentAt, callback);
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(this.times.requestTimeoutMs),
      });
      await response.body.dump();
      return { status: response.statusCode, error: `answered ${response.statusCode}` };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { status: null, error: text.slice(0, MOST_ERROR_TEXT) };
    }
  }
}
