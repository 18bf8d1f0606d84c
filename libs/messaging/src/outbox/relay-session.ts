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

/**
 * The relay's own connection. The leader's lock, the reading and the marking are all on it: a relay
 * that lost its connection, and so its lock, can no longer mark anything.
 */
export class RelaySession {
  private constructor(private readonly client: pg.Client) {}

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
      // Only an index scan clears the entries of published events away as it meets them: others read
      // all that were published since the last vacuum, again in every round.
      await client.query(
        `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
         SET enable_bitmapscan = off; SET enable_seqscan = off;
         LISTEN ${OUTBOX_CHANNEL}`,
      );
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
    return new RelaySession(client);
  }

  /** True when this session leads: it stays so until `close` or until the connection breaks. */
  async tryLead(): Promise<boolean> {
    const { rows } = await this.client.query<{ leads: boolean }>(
      `SELECT pg_try_advisory_lock(${LOCK}) AS leads`,
    );
    return rows[0]?.leads === true;
  }

  /**
   * Committed events that are not marked yet, in order of position. A transaction that commits late
   * shows a lower position than events already published: it is simply found here later.
   */
  async unpublished({ limit, except }: UnpublishedQuery): Promise<OutboxRow[]> {
    const condition = except.length > 0 ? `AND (topic || ' ' || message_key) <> ALL ($2)` : '';
    const { rows } = await this.client.query<OutboxRow>(
      `SELECT position, event_id, customer_app_id, topic, message_key, event_name, event_version,
         sequence::text AS sequence, payload::text AS payload, traceparent, request_id, occurred_at,
         extract(epoch FROM clock_timestamp() - created_at)::float8 AS age_seconds
       FROM outbox WHERE published_at IS NULL ${condition} ORDER BY position LIMIT $1`,
      except.length > 0 ? [limit, except] : [limit],
    );
    return rows;
  }

  async markPublished(rows: readonly OutboxRow[]): Promise<void> {
    await this.client.query(
      `UPDATE outbox SET published_at = clock_timestamp() WHERE position = ANY ($1::bigint[])`,
      [rows.map((row) => row.position)],
    );
  }

  /** Gives the lock back. Never rejects: a broken connection has given it back already. */
  async close(): Promise<void> {
    await endQuietly(this.client);
  }
}

async function endQuietly(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, pause(FAREWELL_MS, undefined, { ref: false })]);
}
