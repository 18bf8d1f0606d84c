import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '@towpath/local-system';
import pg from 'pg';

/** Made after the instant: a restore that goes beyond its target has it. */
export const ROLE_OF_THE_GAP = 'made_in_the_gap';

/** All databases of a server at one instant, as a base back-up with its WAL keeps them. */
export class BaseBackup {
  private constructor(
    private readonly places: { readonly from: string; readonly folder: string },
    /** By the server's clock: everything that was committed before is in it. */
    readonly instant: Date,
  ) {}

  /** Copies the files of a server at work into a folder that is not there yet. */
  static async take({ url }: PostgresServer, folder: string): Promise<BaseBackup> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows: places } = await client.query<{ folder: string }>(
        `SELECT current_setting('data_directory') AS folder, pg_backup_start('drill', true)`,
      );
      const from = places[0]?.folder ?? '';
      // Files of a server at work may vanish while they are copied: the WAL tells the rest.
      spawnSync('cp', ['-a', from, folder]);
      const { rows: labels } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      const { rows: instants } = await client.query<{ now: Date }>(
        'SELECT clock_timestamp() AS now',
      );
      // In the files before they are copied: recovery needs a commit beyond its target.
      await client.query('SET synchronous_commit = on');
      await client.query(`CREATE ROLE ${ROLE_OF_THE_GAP}`);
      rmSync(join(folder, 'pg_wal'), { recursive: true });
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      execFileSync('cp', ['-a', join(from, 'pg_wal'), join(folder, 'pg_wal')]);
      const label = join(folder, 'backup_label');
      writeFileSync(label, labels[0]?.labelfile ?? '');
      execFileSync('chown', [`--reference=${folder}`, label]);
      return new BaseBackup({ from, folder }, instants[0]?.now ?? new Date(0));
    } finally {
      await client.end();
    }
  }

  /** Puts the files in place of those that are there, and starts the server at the instant. */
  async restore(server: PostgresServer): Promise<void> {
    const { from, folder } = this.places;
    await server.stop();
    rmSync(from, { recursive: true });
    execFileSync('cp', ['-a', folder, from]);
    const signal = join(from, 'recovery.signal');
    writeFileSync(signal, '');
    execFileSync('chown', [`--reference=${from}`, signal]);
    appendFileSync(join(from, 'postgresql.auto.conf'), recoveryTo(this.instant));
    await server.restart();
  }
}

/** The WAL lies beside the files: there is no archive to fetch more from. */
function recoveryTo(instant: Date): string {
  // PostgreSQL knows no Z here.
  const target = instant.toISOString().replace('Z', '+00');
  return `
    restore_command = 'false'
    recovery_target_time = '${target}'
    recovery_target_action = 'promote'
    hot_standby = off
  `;
}

/** What banks and gateways remember: their database is not ours, and no restore of ours touches it. */
export class KeptDatabase {
  private constructor(
    private readonly url: string,
    private readonly rows: ReadonlyMap<string, string>,
  ) {}

  static async of(url: string): Promise<KeptDatabase> {
    const rows = new Map<string, string>();
    await withClient(url, async (client) => {
      for (const table of await tablesOf(client)) {
        const { rows: all } = await client.query<{ rows: string }>(
          `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows FROM ${table} AS t`,
        );
        rows.set(table, all[0]?.rows ?? '[]');
      }
    });
    return new KeptDatabase(url, rows);
  }

  /** Everything as it was, whatever the database holds by now. */
  putBack(): Promise<void> {
    return withClient(this.url, async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(`TRUNCATE ${[...this.rows.keys()].join(', ')}`);
      for (const [table, rows] of this.rows) {
        await client.query(
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
           SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
          [rows],
        );
      }
    });
  }
}

/** One database of a server. */
export interface DatabasePlace {
  /** The administrator's. */
  readonly adminUrl: string;
  readonly database: string;
}

export function urlOf({ adminUrl, database }: DatabasePlace): string {
  const url = new URL(adminUrl);
  url.pathname = database;
  return url.href;
}

/** What a query finds, as the administrator. */
export async function rowsOf<T extends object>(
  place: DatabasePlace & { readonly sql: string },
): Promise<T[]> {
  let found: T[] = [];
  await withClient(urlOf(place), async (client) => {
    found = (await client.query<T>(place.sql)).rows;
  });
  return found;
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname = 'public' AND relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
