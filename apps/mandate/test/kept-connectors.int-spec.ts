import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@towpath/config';
import { listen } from '@towpath/http';
import { newId, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { freePort, temporaryFolder } from '@towpath/local-system';
import { BASE_KEY_PURPOSES, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import { createService } from '@towpath/service';
import { FakeGateway, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { MandateConfig } from '../src/mandate.config.js';
import { mandateService } from '../src/mandate.service.js';
import { KEY_PURPOSES } from '../src/persistence/key-purposes.js';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const app = newId<CustomerAppId>(new Date());

let database: TestDatabase;
let admin: pg.Client;
let gateway: FakeGateway;
let keysDir: string;
beforeAll(async () => {
  database = await testDatabase('mandate', mandateService.migrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  gateway = await FakeGateway.start();
  keysDir = temporaryFolder();
  for (const purpose of [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')]) {
    writeFileSync(join(keysDir, keyFileName('mandate', purpose)), newKeyFile());
  }
});
afterAll(async () => {
  await gateway?.close();
  await admin?.end();
  await database?.drop();
  rmSync(keysDir, { recursive: true });
});
beforeEach(() =>
  admin.query(`SET session_replication_role = replica;
    DELETE FROM direct_debits; DELETE FROM mandate_submissions;
    RESET session_replication_role`),
);

/** A process of the service, which ends again as soon as it listens. */
async function start(): Promise<void> {
  const port = await freePort();
  const config = loadConfig(MandateConfig, {
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_PORT: '0',
    DATABASE_URL: database.urls.app,
    DATABASE_WORKER_URL: database.urls.worker,
    KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
    KEYS_DIR: keysDir,
    LOG_LEVEL: 'fatal',
    GATEWAY_INTERNAL_URL: gateway.url,
    ACCOUNT_DATA_INTERNAL_URL: NOWHERE,
    PAYMENT_LINK_INTERNAL_URL: NOWHERE,
    PUBLIC_API_URL: `http://127.0.0.1:${port}`,
    PUBLIC_PAGES_URL: NOWHERE,
    SANDBOX_URL: NOWHERE,
    SANDBOX_PUBLIC_URL: NOWHERE,
    SANDBOX_GATEWAY_SECRET: 'x'.repeat(40),
  });
  const service = await createService(mandateService, config);
  try {
    await listen(service);
  } finally {
    await service.close();
  }
}

/** A mandate that its bank was asked for. */
async function submitted(status: string, { live = false, connector = 'sandbox' } = {}) {
  const id = newId<MandateId>(new Date());
  await admin.query(
    `INSERT INTO mandates (customer_app_id, mandate_id, payment_method_id, status, live, user_id,
       external_user_id, sender_type, recipient_account_id, currency, start_date, sequence,
       created_at, updated_at)
     VALUES ($1, $2, $2, $3, $4, 'user', 'user-1', 'INDIVIDUAL', 'account', 'HKD', '2020-01-01', 1,
       now(), now())`,
    [app, id, status, live],
  );
  await admin.query(
    `INSERT INTO mandate_submissions (customer_app_id, mandate_id, reference, integration_id,
       connector, sent_at, follow_ups_asked, created_at)
     VALUES ($1, $2, $2, 'GW3', $3, now(), 0, now())`,
    [app, id, connector],
  );
  return id;
}

/** A charge of it; `followUp`: whether its bank is to be asked. */
async function debited(mandateId: string, { status = 'EXECUTED', followUp = false }) {
  await admin.query(
    `INSERT INTO direct_debits (customer_app_id, payment_id, mandate_id, integration_id, connector,
       status, amount, currency, reserved, sequence, follow_up_at, follow_ups_asked, created_at,
       updated_at)
     VALUES ($1, $2, $3, 'GW3', 'gone', $4, 500, 'HKD', true, 1, $5, 0, now(), now())`,
    [app, newId(new Date()), mandateId, status, followUp ? new Date() : null],
  );
}

const refusal = (rows: string) => `Open rows name connectors that are not there: ${rows}`;

describe('the service of mandates', () => {
  it.each(['SUBMITTED', 'SUCCEEDED'])(
    'does not start without the connector of a mandate that is %s, and can be charged',
    async (status) => {
      await submitted(status, { connector: 'gone' });
      await expect(start()).rejects.toThrow(refusal('1 mandates at GW3 by gone of TEST apps'));
    },
  );

  it('does not start for live mandates with a connector of test apps', async () => {
    await submitted('SUCCEEDED', { live: true });
    await expect(start()).rejects.toThrow(refusal('1 mandates at GW3 by sandbox of LIVE apps'));
  });

  it('does not start without the connector of debits that have not ended', async () => {
    const mandateId = await submitted('REVOKED', { connector: 'gone' });
    await debited(mandateId, { status: 'RESERVED' });
    await debited(mandateId, { status: 'SUBMITTED' });
    await debited(mandateId, { followUp: true });
    await debited(mandateId, {});
    await expect(start()).rejects.toThrow(refusal('3 debits at GW3 by gone of TEST apps'));
  });

  it('starts once everything of a connector that is gone has ended', async () => {
    await debited(await submitted('REVOKED', { connector: 'gone' }), {});
    await debited(await submitted('SUCCEEDED'), { status: 'FAILED' });
    await start();
  });
});
