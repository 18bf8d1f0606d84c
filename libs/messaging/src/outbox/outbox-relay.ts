import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { backoffMs } from '../backoff.js';
import { SIGNATURE_HEADER, type EventSigner } from '../signature.js';
import { WakeUp } from '../wake-up.js';
import { isRefusedByBroker, type EventPublisher } from './event-publisher.js';
import { addressOf, toMessage, type OutboxRow, type OutgoingMessage } from './outbox-row.js';
import type { RelayMetrics } from './relay-metrics.js';
import { LeadLost, RelaySession } from './relay-session.js';

/**
 * Aggregates whose next event the broker refuses. Their events wait, and are tried again from time
 * to time; everyone else's go on.
 */
class RefusedKeys {
  readonly #until = new Map<string, number>();

  constructor(private readonly retryAfterMs: number) {}

  add(address: string): void {
    this.#until.set(address, performance.now() + this.retryAfterMs);
  }

  /** Addresses that the relay skips at present. */
  current(): string[] {
    const now = performance.now();
    for (const [address, until] of this.#until) {
      if (until <= now) this.#until.delete(address);
    }
    return [...this.#until.keys()];
  }
}

export interface OutboxRelayOptions {
  /** Publishes as `ce_source`. */
  readonly service: string;
  /** The worker role of the service's database. */
  readonly workerUrl: string;
  readonly publisher: EventPublisher;
  /** For a service whose events are signed. */
  readonly signer?: EventSigner | undefined;
  readonly logger: Logger;
  readonly metrics: RelayMetrics;
  /** Run before the first publishing and again until it succeeds: the topics. */
  readonly prepare?: () => Promise<void>;
  readonly tuning?: Partial<RelayTuning>;
}

/** All times in milliseconds. */
const TUNING = {
  batchSize: 500,
  /** Sent at once at most; a broker takes 1 MiB per partition by default. */
  batchBytes: 500_000,
  /** Longest delay in ms of an event whose notification is lost. */
  pollMs: 2_500,
  /**
   * Least time between the starts of two rounds, unless `roundCommits` commits arrived meanwhile.
   * The first event after a quiet period is sent at once. The cost of a round for broker, database
   * and consumers hardly depends on its size, so many small rounds would waste CPU.
   */
  roundMs: 30,
  roundCommits: 100,
  /** Interval in ms at which other relays try to become leader. */
  leadPollMs: 1_000,
  refusedRetryMs: 60_000,
};
export type RelayTuning = Readonly<typeof TUNING>;

const RETRY = { firstMs: 200, factor: 2, longestMs: 1_000 };
const STOP_DEADLINE_MS = 5_000;

/**
 * Moves committed events from the outbox to Kafka, in order per aggregate, at least once. Start one
 * in every process. An advisory lock elects one leader; if it is killed or frozen, another one
 * leads within 10 s. An event is marked only after Kafka has stored it. After a crash in between it
 * is sent again, and consumers recognize it by its ID.
 */
export class OutboxRelay {
  readonly #tuning: RelayTuning;
  readonly #wake = new WakeUp();
  readonly #stopped = new AbortController();
  readonly #refused: RefusedKeys;
  #loop: Promise<void> | undefined;
  #prepared = false;
  #leads = false;

  constructor(private readonly options: OutboxRelayOptions) {
    this.#tuning = { ...TUNING, ...options.tuning };
    this.#refused = new RefusedKeys(this.#tuning.refusedRetryMs);
  }

  /** Whether this process is the one that publishes. */
  get leads(): boolean {
    return this.#leads;
  }

  start(): void {
    this.#loop ??= awaitedLater(this.#run());
  }

  /** New events may be there. False when another process leads, which this one cannot wake. */
  ring(): boolean {
    if (this.#leads) this.#wake.ring();
    return this.#leads;
  }

  /**
   * Finishes the running batch, unless Kafka takes too long, and releases the lock of the leader.
   */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake.ring();
    await Promise.race([this.#loop, pause(STOP_DEADLINE_MS, undefined, { ref: false })]);
    await Promise.race([
      this.options.publisher.close(),
      pause(STOP_DEADLINE_MS, undefined, { ref: false }),
    ]);
  }

  async #run(): Promise<void> {
    const { logger } = this.options;
    for (let failures = 0; !this.#stopped.signal.aborted;) {
      try {
        await this.#session(() => (failures = 0));
      } catch (error) {
        failures += 1;
        logger.warn({ error }, 'the outbox relay lost its database connection and reconnects');
        await this.#pause(backoffMs(failures, RETRY));
      }
    }
  }

  async #session(onLead: () => void): Promise<void> {
    const session = await RelaySession.open({
      workerUrl: this.options.workerUrl,
      name: `${this.options.service} outbox relay`,
      onWake: () => this.#wake.ring(),
    });
    try {
      while (!this.#stopped.signal.aborted && !(await session.tryLead())) {
        await this.#pause(this.#tuning.leadPollMs);
      }
      onLead();
      await this.#drain(session);
    } finally {
      this.#setLead(false);
      await session.close();
    }
  }

  async #drain(session: RelaySession): Promise<void> {
    for (let failures = 0, began = -Infinity; !this.#stopped.signal.aborted;) {
      this.#setLead(true);
      const early = began + this.#tuning.roundMs - performance.now();
      if (early > 0) await this.#wake.sleep(early, this.#tuning.roundCommits);
      began = performance.now();
      const except = this.#refused.current();
      this.options.metrics.refusedKeys(except.length);
      const rows = await session.unpublished({ limit: this.#tuning.batchSize, except });
      this.options.metrics.age(rows[0]?.age_seconds ?? 0);
      if (rows.length === 0) {
        await this.#wake.sleep(this.#tuning.pollMs);
        continue;
      }
      const published = await this.#publishAll(session, rows);
      failures = published ? 0 : failures + 1;
      if (!published) await this.#pause(backoffMs(failures, RETRY));
      // Whatever was committed since the look has rung, or is found by the next poll.
      else if (rows.length < this.#tuning.batchSize) await this.#wake.sleep(this.#tuning.pollMs);
    }
  }

  /** False if Kafka is unavailable: the remaining rows were not tried, so the order holds. */
  async #publishAll(session: RelaySession, rows: readonly OutboxRow[]): Promise<boolean> {
    for (const chunk of chunksOf(rows, this.#tuning.batchBytes)) {
      const outcome = await this.#publish(session, chunk);
      if (outcome === 'away') return false;
      if (outcome === 'refused') return this.#publishByKey(session, chunk);
    }
    return true;
  }

  async #publish(
    session: RelaySession,
    rows: readonly OutboxRow[],
  ): Promise<'published' | 'refused' | 'away'> {
    const { publisher, metrics, logger, prepare } = this.options;
    try {
      if (!this.#prepared) await prepare?.();
      this.#prepared = true;
      const messages = await Promise.all(rows.map((row) => this.#messageOf(row)));
      session.assertLeads();
      await publisher.publish(messages);
    } catch (error) {
      if (error instanceof LeadLost) throw error;
      if (isRefusedByBroker(error)) return 'refused';
      logger.warn(
        { error, waiting: rows.length },
        'events wait: they cannot be published at present',
      );
      return 'away';
    }
    await session.markPublished(rows);
    metrics.published(rows.length);
    return 'published';
  }

  /** Signed as it goes out: by a key that is trusted at this moment. */
  async #messageOf(row: OutboxRow): Promise<OutgoingMessage> {
    const { service, signer } = this.options;
    const message = toMessage(row, service);
    if (!signer) return message;
    const headers = { ...message.headers, [SIGNATURE_HEADER]: await signer.sign(message) };
    return { ...message, headers };
  }

  /** One by one, so that the refused event holds back only the later ones of its own key. */
  async #publishByKey(session: RelaySession, rows: readonly OutboxRow[]): Promise<boolean> {
    const held = new Set<string>();
    for (const row of rows) {
      const address = addressOf(row);
      if (held.has(address)) continue;
      const outcome = await this.#publish(session, [row]);
      if (outcome === 'away') return false;
      if (outcome === 'published') continue;
      held.add(address);
      this.#refused.add(address);
      const { event_id, event_name, topic } = row;
      this.options.logger.error(
        { event_id, event_name, topic },
        'the broker refuses an event; later events of its aggregate wait',
      );
    }
    return true;
  }

  #setLead(leads: boolean): void {
    if (!leads) this.options.metrics.age(0);
    if (this.#leads === leads) return;
    this.#leads = leads;
    this.options.metrics.leads(leads);
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }
}

function* chunksOf(rows: readonly OutboxRow[], maxBytes: number): Generator<OutboxRow[]> {
  let chunk: OutboxRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(row.payload) + HEADERS_BYTES;
    if (chunk.length > 0 && bytes + size > maxBytes) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

const HEADERS_BYTES = 500;
