import { CachedTokenSource, InternalClient } from '@towpath/http';
import { createLogger, Metrics } from '@towpath/observability';
import {
  BaseTables,
  createPool,
  PgTransactions,
  recordAudit,
  sealAudit,
  verifyAudit,
  type SealCopy,
} from '@towpath/persistence';
import { GatewaySealCopies, SealAuditJob, type SealsKnown } from '@towpath/service';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { Writable } from 'node:stream';
import type { Pool } from 'pg';
import { NOWHERE } from './gateway-environment.fixture.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';

const SERVICE = 'dispute';
const ADA = { subject: 'local:ada', role: 'admin', session: 'S1' } as const;
const SIGHT = { act: 'SIGHT', operation: 'seeResource' } as const;

let gateway: RunningGateway;
let admin: Pool;
beforeAll(async () => {
  gateway = await startGateway();
  admin = createPool({ url: gateway.database.adminUrl, name: 'test' });
});
afterAll(async () => {
  await admin?.end();
  await gateway?.stop();
});

const tokenOf = async (service: 'dispute' | 'mandate') => {
  const authorization = gateway.environment.basicCredentials(service);
  const url = `${gateway.internalUrl}/internal/tokens/service`;
  const answer = await post(url, { audience: 'gateway' }, { authorization });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const HASH = (digit: string) => digit.repeat(64);
const sealOf = (number: number, hash: string) => ({
  ...{ seal_number: number, entry_count: 2, hash, sealed_at: '2026-11-26T20:00:00.000Z' },
});
const keep = async (service: 'dispute' | 'mandate', seals: readonly object[]) => {
  const authorization = `Bearer ${await tokenOf(service)}`;
  const url = `${gateway.internalUrl}/internal/audit/seals`;
  const answer = await post(url, { seals }, { authorization });
  return { status: answer.status, body: (await answer.json()) as SealsKnown };
};
const metricsText = async () => (await fetch(`${gateway.internalUrl}/metrics`)).text();

describe('copies of seals at the gateway', () => {
  beforeEach(() =>
    admin.query('ALTER TABLE audit_seal_copies DISABLE TRIGGER ALL; DELETE FROM audit_seal_copies'),
  );
  afterEach(() => admin.query('ALTER TABLE audit_seal_copies ENABLE TRIGGER ALL'));

  it('are those of the service that sends them, however often', async () => {
    const seals = [sealOf(1, HASH('a')), sealOf(2, HASH('b'))];
    expect(await keep('mandate', seals)).toEqual({
      status: 200,
      body: { known_to: 2, refused: [] },
    });
    expect((await keep('mandate', seals)).body).toEqual({ known_to: 2, refused: [] });
    expect((await keep('dispute', [])).body).toEqual({ known_to: 0, refused: [] });
    const { rows } = await admin.query('SELECT DISTINCT service FROM audit_seal_copies');
    expect(rows).toEqual([{ service: 'mandate' }]);
  });

  it('stay when a seal contradicts them, which is counted', async () => {
    await keep('mandate', [sealOf(1, HASH('a')), sealOf(2, HASH('b'))]);
    const later = await keep('mandate', [sealOf(2, HASH('c')), sealOf(3, HASH('d'))]);
    expect(later.body).toEqual({ known_to: 3, refused: [2] });
    const { rows } = await admin.query<{ hash: string }>(
      'SELECT hash FROM audit_seal_copies ORDER BY seal_number',
    );
    expect(rows.map(({ hash }) => hash[0])).toEqual(['a', 'b', 'd']);
    expect(await metricsText()).toContain(
      'audit_seal_copies_refused_total{sender="mandate",service="gateway"} 1',
    );
  });

  it('are refused without a token, and if they are no seals', async () => {
    const url = `${gateway.internalUrl}/internal/audit/seals`;
    expect((await post(url, { seals: [] })).status).toBe(401);
    expect((await keep('mandate', [{ ...sealOf(1, HASH('a')), hash: 'a' }])).status).toBe(400);
  });

  it('are never changed nor deleted', async () => {
    await keep('mandate', [sealOf(1, HASH('a'))]);
    await admin.query('ALTER TABLE audit_seal_copies ENABLE TRIGGER ALL');
    for (const sql of [
      `UPDATE audit_seal_copies SET hash = ''`,
      'DELETE FROM audit_seal_copies',
      'TRUNCATE audit_seal_copies',
    ]) {
      await expect(admin.query(sql)).rejects.toThrow('never changed nor deleted');
    }
  });
});

describe('a service that seals its audit', () => {
  let database: TestDatabase;
  let pool: Pool;
  let service: Pool;
  let transactions: PgTransactions;
  let logged: string;
  let gatewayUrl: string;
  beforeEach(async () => {
    await admin.query(`ALTER TABLE audit_seal_copies DISABLE TRIGGER ALL;
      DELETE FROM audit_seal_copies; ALTER TABLE audit_seal_copies ENABLE TRIGGER ALL`);
    database = await testDatabase('specimen', [BaseTables]);
    service = createPool({ url: database.urls.worker, name: 'test' });
    pool = createPool({ url: database.adminUrl, name: 'test' });
    transactions = new PgTransactions({ appPool: service, workerPool: service });
    logged = '';
    gatewayUrl = gateway.internalUrl;
  });
  afterEach(async () => {
    await Promise.all([pool?.end(), service?.end()]);
    await database?.drop();
  });

  const logger = () => {
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk);
        done();
      },
    });
    return createLogger({ service: SERVICE, destination });
  };
  /** The job as a process has it after its start, and its metrics. */
  const process = () => {
    const mint = async () => ({ access_token: await tokenOf(SERVICE), expires_in: 300 });
    const tokens = new CachedTokenSource({ mint });
    const client = new InternalClient({
      service: SERVICE,
      urlOf: () => gatewayUrl,
      tokens: () => tokens,
    });
    const metrics = new Metrics(SERVICE);
    const copies = new GatewaySealCopies(client);
    const job = new SealAuditJob(transactions, copies, SERVICE, logger(), metrics);
    // Its rest between two runs is not waited for.
    Object.defineProperty(job, 'isAtRest', { value: false });
    return { run: () => job.runDue(), metrics };
  };
  const see = () => transactions.asWorker((tx) => recordAudit(tx, ADA, SIGHT));
  const countOf = async (table: string, of: Pool) => {
    const { rows } = await of.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
    return rows[0]?.count;
  };
  /** Sights and seals until there are so many seals; the horizon is that of the whole server. */
  const sealTo = async (count: number, run: () => Promise<number>) => {
    while ((await countOf('audit_seals', pool)) !== count) {
      const before = await countOf('audit_seals', pool);
      await see();
      await eventually(async () => {
        await run();
        return (await countOf('audit_seals', pool)) !== before;
      });
    }
  };
  const cut = (from: number) =>
    pool.query(`SET session_replication_role = replica;
      DELETE FROM audit_entries WHERE written_by >
        (SELECT after_xid FROM audit_seals WHERE seal_number = ${from});
      DELETE FROM audit_seals WHERE seal_number >= ${from};
      SET session_replication_role = origin`);
  const verify = async () => {
    const copies = {
      last: async () => Number(await countOf('audit_seal_copies', admin)),
      between: async ({ first, last }: { first: number; last: number }) => {
        const sql = `SELECT seal_number AS number, hash, received_at AS "receivedAt"
          FROM audit_seal_copies WHERE seal_number BETWEEN $1 AND $2 ORDER BY 1`;
        return (await admin.query<SealCopy>(sql, [first, last])).rows;
      },
    };
    return (await verifyAudit({ service: SERVICE, pool: service, copies })).findings;
  };

  it('sends each seal to the gateway and to the log', async () => {
    const { run } = process();
    await sealTo(3, run);
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM audit_seals ORDER BY seal_number`,
    );
    const kept = await admin.query<{ hash: string }>(
      'SELECT hash FROM audit_seal_copies ORDER BY seal_number',
    );
    expect(kept.rows).toEqual(rows);
    const lines = logged.trim().split('\n');
    const inLog = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(inLog).toEqual(
      rows.map(({ hash }, index) =>
        expect.objectContaining({ service: SERVICE, seal: index + 1, entries: 1, hash }),
      ),
    );
    expect(await verify()).toEqual([]);
  });

  it('tells how long an entry waits, as long as another transaction holds its seal back', async () => {
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN; SELECT pg_current_xact_id()');
      await see();
      const { run, metrics } = process();
      await eventually(async () => {
        await run();
        const [, age] = /audit_unsealed_age_seconds\S* ([\d.]+)/.exec(await metrics.text()) ?? [];
        return Number(age) > 0.2;
      });
      expect(await countOf('audit_seals', pool)).toBe(0);
      await holder.query('COMMIT');
      await sealTo(1, run);
      await run();
      expect(await metrics.text()).toContain('audit_unsealed_age_seconds{service="dispute"} 0');
    } finally {
      holder.release();
    }
  });

  it('seals while the gateway is down, and sends the copies later', async () => {
    gatewayUrl = NOWHERE;
    const down = process();
    await sealTo(3, down.run);
    expect(await down.metrics.text()).toContain('audit_seals_without_copy{service="dispute"} 3');
    gatewayUrl = gateway.internalUrl;
    const up = process();
    await up.run();
    expect(await countOf('audit_seal_copies', admin)).toBe(3);
    expect(await up.metrics.text()).toContain('audit_seals_without_copy{service="dispute"} 0');
    expect(await verify()).toEqual([]);
  });

  it.each(['the same process', 'a process that starts'])(
    'finds that its tail was cut: %s',
    async (which) => {
      const first = process();
      await sealTo(4, first.run);
      await cut(3);
      expect(await verify()).toEqual([
        'tail cut: the gateway knows seal 4, the database ends at 2',
      ]);
      const { run, metrics } = which === 'the same process' ? first : process();
      await run();
      expect(await metrics.text()).toContain(
        'audit_alarms_total{kind="tail_cut",service="dispute"} 1',
      );
      expect(logged).toContain('the tail of the audit is cut');
      await sealTo(3, run);
      expect(await metrics.text()).toContain(
        'audit_alarms_total{kind="refused",service="dispute"} 1',
      );
      expect(await verify()).toEqual([
        'seal 3: the gateway knows another one',
        'tail cut: the gateway knows seal 4, the database ends at 3',
      ]);
    },
  );
});

it('the gateway keeps copies of its own seals', async () => {
  const database = createPool({ url: gateway.database.urls.worker, name: 'test' });
  try {
    const transactions = new PgTransactions({ appPool: database, workerPool: database });
    await transactions.asWorker((tx) => recordAudit(tx, ADA, SIGHT));
    await eventually(
      async () => {
        const { rows } = await admin.query(
          `SELECT FROM audit_seal_copies WHERE service = 'gateway'`,
        );
        return rows.length > 0;
      },
      { deadlineMs: 30_000 },
    );
    expect(await transactions.asWorker((tx) => sealAudit(tx, 'gateway'))).toBeNull();
  } finally {
    await database.end();
  }
});
