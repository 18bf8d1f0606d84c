import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Clock, newId, type CustomerAppId } from '@towpath/kernel';
import { HealthRegistry, requestContext } from '@towpath/observability';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { CustomerAppViews } from './customer-apps/customer-app-views.js';
import { DatabasePools } from './database/database-pools.js';
import { DueJobRunner } from './due-jobs/due-job-runner.js';
import { keyFileName, newKeyFile } from './encryption/file-key-provider.js';
import { BASE_KEY_PURPOSES, keyPurpose } from './encryption/key-provider.js';
import { PersonalDataVault } from './encryption/personal-data-vault.js';
import { KeyedHash } from './encryption/keyed-hash.js';
import { Idempotency } from './idempotency/idempotency.js';
import { Inbox } from './inbox/inbox.js';
import { PersistenceModule } from './persistence.module.js';
import type { PersistenceOptions } from './persistence-options.js';
import { OUTBOX_CHANNEL } from './outbox/doorbell.js';
import { parcelSent } from './specimen/specimen-database.js';
import { specimenMigrations } from './specimen/specimen.migrations.js';
import { Transactions } from './transactions/transactions.js';
import { WriteBatch } from './transactions/write-batch.js';
import { byValues } from './transactions/planned-statement.js';

let database: TestDatabase;
let keysDir: string;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  keysDir = mkdtempSync(join(tmpdir(), 'keys-'));
  for (const purpose of BASE_KEY_PURPOSES) {
    writeFileSync(join(keysDir, keyFileName('specimen', purpose)), newKeyFile());
  }
});
afterAll(async () => {
  await database?.drop();
  rmSync(keysDir, { recursive: true });
});

@Module({})
class SpecimenModule {}

const moduleOf = (change: Partial<PersistenceOptions> = {}): DynamicModule => ({
  module: SpecimenModule,
  imports: [
    PersistenceModule.forRoot({
      service: 'specimen',
      config: {
        databaseUrl: database.urls.app,
        databaseWorkerUrl: database.urls.worker,
        keysDir,
      },
      migrations: specimenMigrations,
      dueJobs: 'manual',
      ...change,
    }),
  ],
});

@Global()
@Module({
  providers: [{ provide: HealthRegistry, useFactory: () => new HealthRegistry() }],
  exports: [HealthRegistry],
})
class HealthModule {}

const boot = (change: Partial<PersistenceOptions> = {}) =>
  NestFactory.createApplicationContext(moduleOf(change), { logger: false, abortOnError: false });

const configWith = (change: Partial<PersistenceOptions['config']>) => ({
  config: {
    databaseUrl: database.urls.app,
    databaseWorkerUrl: database.urls.worker,
    keysDir,
    ...change,
  },
});

describe('the persistence module', () => {
  it('is not ready while the server does not answer, and reports it', async () => {
    const imports = [HealthModule, moduleOf()];
    const app = await Test.createTestingModule({ imports }).compile();
    await app.init();
    const health = app.get(HealthRegistry);
    expect(await health.ready()).toEqual({ status: 'ok', checks: { postgres: 'ok' } });
    await app.close();
    expect(await health.ready()).toEqual({ status: 'failing', checks: { postgres: 'failing' } });
  });

  it('provides its parts, stores events with their request, notifies the relay, and closes', async () => {
    const app = await boot();
    for (const token of [CustomerAppViews, KeyedHash, PersonalDataVault, Idempotency, Inbox]) {
      expect(app.get(token)).toBeInstanceOf(token);
    }
    expect(app.get(Clock).system()).toBeInstanceOf(Date);
    expect(await app.get(DueJobRunner).runAll()).toBe(0);
    await app.get(DatabasePools).check();

    const customerAppId = newId<CustomerAppId>(new Date());
    const transactions = app.get(Transactions);
    await transactions.asWorker((tx) =>
      app.get(CustomerAppViews).upsert(tx, {
        customerAppId,
        name: 'Shop',
        appType: 'TEST',
        status: 'ENABLED',
        credentialGeneration: 1,
        clockOffsetMs: 0,
        clockFrozenAt: null,
        settings: {},
        sequence: 1,
      }),
    );
    let rings = 0;
    const listener = new pg.Client({ connectionString: database.urls.worker });
    await listener.connect();
    await listener.query(`LISTEN ${OUTBOX_CHANNEL}`);
    listener.on('notification', () => (rings += 1));
    const batch = new WriteBatch();
    batch.publish(parcelSent, {
      payload: { parcel_id: 'p', status: 'SENT' },
      sequence: 1,
      customerAppId,
    });
    await requestContext.run({ requestId: 'request-7' }, () =>
      transactions.forApp(customerAppId, async (tx) => tx.write(batch)),
    );
    await eventually(() => rings === 1);
    const rows = await transactions.asWorker((tx) =>
      tx.query(byValues('SELECT request_id FROM outbox WHERE published_at IS NULL')),
    );
    expect(rows).toEqual([{ request_id: 'request-7' }]);
    await listener.end();
    await app.close();
    await expect(transactions.asWorker(async () => 1)).rejects.toThrow('not available');
  });

  it('gives requests of operators connections that nobody else waits for', async () => {
    const app = await boot();
    const transactions = app.get(Transactions);
    const name = byValues(`SELECT current_setting('application_name') AS name`);
    const namesOf = async (isOfOperator: boolean) =>
      requestContext.run({ requestId: 'request-8', isOfOperator }, async () => [
        ...(await transactions.asWorker((tx) => tx.query(name))),
        ...(await transactions.asWorker((tx) => tx.query(name), { byKey: true })),
      ]);
    expect(await namesOf(true)).toEqual([
      { name: 'specimen operator worker' },
      { name: 'specimen operator worker' },
    ]);
    expect(await namesOf(false)).toEqual([
      { name: 'specimen worker' },
      { name: 'specimen worker by key' },
    ]);
    await app.close();
  });

  it('connects to nothing before it is initialised', async () => {
    const nowhere = 'postgres://nobody:x@127.0.0.1:1/none';
    const config = { databaseUrl: nowhere, databaseWorkerUrl: nowhere, keysDir: '/nowhere' };
    const built = await Test.createTestingModule({ imports: [moduleOf({ config })] }).compile();
    expect(built.get(Transactions)).toBeInstanceOf(Transactions);
  });
});

describe('the start of the persistence module waits', () => {
  it('for a server that is starting up', async () => {
    const server = await startingServer(2, new URL(database.urls.app));
    const url = new URL(database.urls.app);
    url.port = String(server.port);
    const app = await boot({
      ...configWith({ databaseUrl: url.href }),
      databasePatienceMs: 60_000,
    });
    expect(app.get(DatabasePools)).toBeInstanceOf(DatabasePools);
    expect(server.refused).toBe(2);
    await app.close();
    server.close();
  });

  it('for no server that misses the deadline, and for no unknown database', async () => {
    const nowhere = configWith({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' });
    await expect(boot({ ...nowhere, databasePatienceMs: 300 })).rejects.toThrow('ECONNREFUSED');
    const url = new URL(database.urls.app);
    url.pathname = '/unheard_of';
    const unknown = configWith({ databaseUrl: url.href });
    const boots = boot({ ...unknown, databasePatienceMs: 600_000 });
    await expect(boots).rejects.toThrow('does not exist');
  });
});

describe('the start of the persistence module refuses', () => {
  it('a superuser', async () => {
    const superuser = configWith({ databaseUrl: database.adminUrl });
    await expect(boot(superuser)).rejects.toThrow('bypasses row-level security');
  });

  it('a superuser as the worker', async () => {
    const superuser = configWith({ databaseWorkerUrl: database.adminUrl });
    await expect(boot(superuser)).rejects.toThrow('bypasses row-level security');
  });

  it('a missing key, naming the file', async () => {
    const missing = boot({ keyPurposes: [keyPurpose('link-url')] });
    await expect(missing).rejects.toThrow('specimen.link-url.json cannot be read');
  });

  it('a schema that lacks a migration', async () => {
    class Later1800000000000 {
      async up(): Promise<void> {}
      async down(): Promise<void> {}
    }
    const behind = boot({ migrations: [...specimenMigrations, Later1800000000000] });
    await expect(behind).rejects.toThrow('Later1800000000000');
  });

  it('a database that does not answer', async () => {
    const away = boot(configWith({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }));
    await expect(away).rejects.toThrow('ECONNREFUSED');
  });
});

/** A server that refuses the first logins as PostgreSQL does while it recovers. */
async function startingServer(refusals: number, { hostname, port }: URL) {
  const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
  refusal.writeInt32BE(refusal.length - 1, 1);
  let refused = 0;
  const server = createServer((caller) => {
    if (refused < refusals) {
      refused += 1;
      caller.once('data', () => caller.end(refusal));
      return;
    }
    const target = connect(Number(port), hostname);
    for (const end of [caller, target]) end.on('error', () => target.destroy());
    caller.pipe(target).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get refused() {
      return refused;
    },
    close: () => void server.close(),
  };
}
