import { eventually, type System } from '@towpath/local-system';
import pg from 'pg';
import {
  walPosition,
  writtenBetween,
  type TableNames,
  type WrittenTransaction,
} from './written-transactions.js';

/** Sees what a system writes, by PostgreSQL's log of writes, and how many requests it serves. */
export class Watch {
  /** Of the last write that was seen. */
  private last = { position: '', since: performance.now() };

  private constructor(
    private readonly system: System,
    private readonly admin: pg.Client,
    private readonly names: TableNames,
  ) {}

  static async open(system: System): Promise<Watch> {
    const admin = new pg.Client({ connectionString: system.adminUrl });
    await admin.connect();
    await admin.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    return new Watch(system, admin, await namesOf(system));
  }

  /** Everything that is committed from now until the returned function is called. */
  async begin(): Promise<() => Promise<WrittenTransaction[]>> {
    const from = await walPosition(this.admin, 'flush');
    return async () => {
      const to = await walPosition(this.admin, 'flush');
      return writtenBetween(this.admin, { from, to, names: this.names });
    };
  }

  /**
   * Until nothing has been written for a while, now or since the last wait: what operations set off
   * is done as well.
   */
  async quiet(): Promise<void> {
    const isQuiet = async (): Promise<boolean> => {
      const position = await walPosition(this.admin, 'insert');
      if (position !== this.last.position) this.last = { position, since: performance.now() };
      return performance.now() - this.last.since >= QUIET_MS;
    };
    await eventually(isQuiet, { deadlineMs: QUIET_WITHIN_MS, describe: 'the end of all writes' });
  }

  /** Requests that the services have served, and calls to banks, gateways and endpoints, so far. */
  async requests(): Promise<{ readonly served: number; readonly outside: number }> {
    const services = this.system.services.filter(({ name }) => name !== 'sandbox');
    const texts = await Promise.all(
      services.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
    );
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => !PROBE.test(line));
    return {
      served: sumOf(lines, 'http_request_duration_seconds_count{'),
      outside: sumOf(lines, 'connector_calls_total{', 'webhook_attempts_total{'),
    };
  }

  async close(): Promise<void> {
    await this.admin.end();
  }
}

/** Longer than the bank of the sandbox takes to decide. */
const QUIET_MS = 500;
const QUIET_WITHIN_MS = 120_000;
const PROBE = /route="\/(metrics|health|internal\/jwks)/;

function sumOf(lines: readonly string[], ...starts: readonly string[]): number {
  return lines
    .filter((line) => starts.some((start) => line.startsWith(start)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Without the sandbox, whose writes are no part of the product. */
async function namesOf(system: System): Promise<TableNames> {
  const names = new Map<string, { database: string; tables: Map<string, string> }>();
  for (const [service, urls] of Object.entries(system.layout.databases)) {
    if (service === 'sandbox') continue;
    const database = new URL(urls.owner).pathname.slice(1);
    const url = new URL(system.adminUrl);
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      const { rows } = await client.query<{ number: string; file: string; name: string }>(
        `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS number,
           pg_relation_filenode(oid)::text AS file, relname AS name
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      const tables = new Map(rows.map(({ file, name }) => [file, name]));
      names.set(rows[0]?.number ?? '', { database, tables });
    } finally {
      await client.end();
    }
  }
  return names;
}
