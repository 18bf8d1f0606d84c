import { setTimeout as pause } from 'node:timers/promises';
import { OUTBOX_CHANNEL } from '@towpath/persistence';
import pg from 'pg';
import type { OutboxRow } from './outbox-row.js';

export interface RelaySessionOptions {
  /** The worker role of the service's database. */
  readonly workerUrl: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** New events may be there, or the connection broke. */
  readonly onWake: () => void;
}

export interface UnpublishedQuery {
  readonly limit: number;
  /** Addresses (`addressOf`) to leave out. */
  readonly except: readonly string[];
}

const LOCK = `hashtext('towpath outbox relay')`;
const QUERY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
const FAREWELL_MS = 2_000;
/** PostgreSQL ends a session that is silent for so long: its process is frozen or dead. */
const SILENCE_MS = 6_000;
const SIGN_OF_LIFE_MS = 1_500;
/** A relay that polls more often than this gives no other sign. */
const QUIET_MS = 3_000;

/** PostgreSQL has ended the session, or may have done so: another relay may lead. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';

  constructor(silentMs: number) {
    super(`the relay was silent for ${Math.round(silentMs)} ms: another one may lead`);
  }
}

/**
 * The relay's own connection. The leader's lock, the reading and the marking are all on it: a relay
 * that lost its connection, and so its lock, can no longer mark anything. PostgreSQL ends it when
 * the process is silent for 6 s, so that a frozen leader does not keep the lead.
 */
export class RelaySession {
  readonly #signsOfLife: NodeJS.Timeout;
  #answeredAt = performance.now();

  private constructor(
    private readonly client: pg.Client,
    onWake: () => void,
  ) {
    this.#signsOfLife = setInterval(() => {
      if (performance.now() - this.#answeredAt < QUIET_MS) return;
      // A connection that breaks has rung already; its next use rejects with the reason.
      this.#query({ text: 'SELECT' }).catch(onWake);
    }, SIGN_OF_LIFE_MS);
    this.#signsOfLife.unref();
  }

  static async open({ workerUrl, name, onWake }: RelaySessionOptions): Promise<RelaySession> {
    const client = new pg.Client({
      connectionString: workerUrl,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    // Without a listener Node ends the process when the connection breaks between two queries.
    client.on('error', onWake);
    client.on('notification', onWake);
    try {
      await client.connect();
      // A machine that vanished would otherwise hold the lock until the system's default of hours.
      // A mark that a crash of the database takes with it is an event that is sent twice: no commit
      // of a mark waits for the disk.
      // Only an index scan clears the entries of published events away as it meets them: others read
      // all that were published since the last vacuum, again in every round.
      await client.query(
        `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
         SET idle_session_timeout = ${SILENCE_MS}; SET tcp_user_timeout = ${SILENCE_MS};
         SET enable_bitmapscan = off; SET enable_seqscan = off;
         SET plan_cache_mode = force_generic_plan; SET synchronous_commit = off;
         LISTEN ${OUTBOX_CHANNEL}`,
      );
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
    return new RelaySession(client, onWake);
  }

  /** True when this session leads: it stays so until `close` or until the connection breaks. */
  async tryLead(): Promise<boolean> {
    const text = `SELECT pg_try_advisory_lock(${LOCK}) AS leads`;
    const { rows } = await this.#query<{ leads: boolean }>({ text });
    return rows[0]?.leads === true;
  }

  /**
   * Throws `LeadLost` if this process was silent for so long that another one may lead. It must
   * then not send the rows that it has read.
   */
  assertLeads(): void {
    const silentMs = performance.now() - this.#answeredAt;
    if (silentMs >= SILENCE_MS) throw new LeadLost(silentMs);
  }

  /**
   * Committed events that are not marked yet, in order of position. A transaction that commits late
   * shows a lower position than events already published: it is simply found here later.
   */
  async unpublished({ limit, except }: UnpublishedQuery): Promise<OutboxRow[]> {
    const condition = except.length > 0 ? `AND (topic || ' ' || message_key) <> ALL ($2)` : '';
    const { rows } = await this.#query<OutboxRow>({
      name: except.length > 0 ? 'unpublished except' : 'unpublished',
      text: `SELECT position, event_id, customer_app_id, topic, message_key, event_name, event_version,
         sequence::text AS sequence, payload::text AS payload, traceparent, request_id, occurred_at,
         extract(epoch FROM clock_timestamp() - created_at)::float8 AS age_seconds
       FROM outbox WHERE published_at IS NULL ${condition} ORDER BY position LIMIT $1`,
      values: except.length > 0 ? [limit, except] : [limit],
    });
    return rows;
  }

  async markPublished(rows: readonly OutboxRow[]): Promise<void> {
    await this.#query({
      name: 'mark published',
      text: `UPDATE outbox SET published_at = clock_timestamp() WHERE position = ANY ($1::bigint[])`,
      values: [rows.map((row) => row.position)],
    });
  }

  /** Gives the lock back. Never rejects: a broken connection has given it back already. */
  async close(): Promise<void> {
    clearInterval(this.#signsOfLife);
    await endQuietly(this.client);
  }

  /** With a name it is prepared: planned once for the session, not in each round. */
  async #query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const askedAt = performance.now();
    const result = await this.client.query<R>(query);
    // Of the question, not the answer: a process that was frozen in between reads an old answer.
    this.#answeredAt = askedAt;
    return result;
  }
}

async function endQuietly(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, pause(FAREWELL_MS, undefined, { ref: false })]);
}
