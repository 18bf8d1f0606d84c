import { loadConfig } from '@towpath/config';
import type { OperatorClaim } from '@towpath/contracts/operator';
import { listen } from '@towpath/http';
import { temporaryFolder } from '@towpath/local-system';
import { BASE_KEY_PURPOSES, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import { createService } from '@towpath/service';
import { FakeGateway, OperatorAt, testDatabase, type TestDatabase } from '@towpath/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { MandateConfig } from '../src/mandate.config.js';
import { mandateService } from '../src/mandate.service.js';
import { mandateMigrations } from '../src/migrations/index.js';
import { KEY_PURPOSES } from '../src/persistence/key-purposes.js';

/** Nothing listens there: an operator's answer needs no other service. */
const NOWHERE = 'http://127.0.0.1:9';

/** The service on a database of its own, for operators; no other service but a gateway is there. */
export class LoneMandate {
  private constructor(
    private readonly service: Awaited<ReturnType<typeof createService>>,
    private readonly internalUrl: string,
    private readonly gateway: FakeGateway,
    private readonly database: TestDatabase,
    private readonly keysDir: string,
  ) {}

  static async start(): Promise<LoneMandate> {
    const keysDir = temporaryFolder();
    const database = await testDatabase('mandate', mandateMigrations);
    const gateway = await FakeGateway.start();
    for (const purpose of [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')]) {
      writeFileSync(join(keysDir, keyFileName('mandate', purpose)), newKeyFile());
    }
    const config = loadConfig(MandateConfig, {
      HOST: '127.0.0.1',
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: database.urls.app,
      DATABASE_WORKER_URL: database.urls.worker,
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
      KEYS_DIR: keysDir,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      GATEWAY_INTERNAL_URL: gateway.url,
      PAYMENT_LINK_INTERNAL_URL: NOWHERE,
      ACCOUNT_DATA_INTERNAL_URL: NOWHERE,
      PUBLIC_API_URL: NOWHERE,
      PUBLIC_PAGES_URL: NOWHERE,
    });
    const service = await createService(mandateService, config);
    const { internalUrl } = await listen(service);
    return new LoneMandate(service, internalUrl, gateway, database, keysDir);
  }

  as(claim: Partial<OperatorClaim> = {}): OperatorAt {
    const { gateway, internalUrl } = this;
    return new OperatorAt({ service: 'mandate', gateway, internalUrl }, claim);
  }

  /** As the administrator, who sees every row. */
  async query<R extends object>(sql: string, values: readonly unknown[]): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.database.adminUrl });
    await client.connect();
    try {
      return (await client.query<R>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async insert(table: string, row: object): Promise<void> {
    const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`;
    await this.query(sql, [JSON.stringify(row)]);
  }

  async end(): Promise<void> {
    await this.service.close();
    await this.gateway.close();
    await this.database.drop();
    rmSync(this.keysDir, { recursive: true });
  }
}
