import { operatorClaims } from '@towpath/testing';
import pg from 'pg';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

let service: TestPaymentLink;
let app: TestCustomerApp;
let admin: pg.Client;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  app = await service.customerApp([]);
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await service?.end();
});

const sql = async (text: string) => (await admin.query<object>(text)).rows;
const counted = () =>
  sql(`SELECT (SELECT count(*) FROM payment_accounts)::int AS accounts,
    (SELECT count(*) FROM audit_entries)::int AS entries`);

describe('what a command of an operator does here', () => {
  it('is in the audit, in the same transaction', async () => {
    await app.settlementAccount('HKD');
    const [entry] = await sql(`SELECT e.subject, e.role, e.session, e.act, e.operation,
        e.customer_app_id AS app, e.written_by::text = a.xmin::text AS is_same_transaction
      FROM audit_entries e CROSS JOIN payment_accounts a`);
    expect(entry).toEqual({
      ...{ subject: 'local:tester', role: 'admin', session: 'session-of-the-test', act: 'ACTION' },
      ...{ operation: 'settlement-account put', app: app.id, is_same_transaction: true },
    });
  });

  it('is not done when its entry cannot be written', async () => {
    const before = await counted();
    await sql('ALTER TABLE audit_entries ADD CONSTRAINT refuses_all CHECK (false) NOT VALID');
    await expect(app.settlementAccount('USD')).rejects.toThrow('500');
    await sql('ALTER TABLE audit_entries DROP CONSTRAINT refuses_all');
    expect(await counted()).toEqual(before);
  });

  it('has no entry when it is refused, nor when it only reads', async () => {
    const before = await counted();
    await expect(app.settlementAccount('QQQ')).rejects.toThrow('400');
    const token = await service.gateway.signForCommand('payment-link');
    const route = `GET /internal/ledger/verification?customer_app_id=${app.id}`;
    expect((await send(service.internalUrl, { route, token })).status).toBe(200);
    expect(await counted()).toEqual(before);
  });

  it('is not done for a token of the gateway that names no operator', async () => {
    const claims = { ...operatorClaims('payment-link', {}), operator: undefined };
    const token = await service.gateway.sign(claims);
    for (const route of [
      'POST /internal/settlement_accounts',
      'POST /internal/payment_users/erase',
      'GET /internal/ledger/customer_apps',
      'POST /internal/reconciliations/run',
      'GET /internal/reconciliations/questions',
      'POST /internal/personal_data_keys/rewrap',
    ]) {
      const isWrite = route.startsWith('POST');
      const { status } = await send(service.internalUrl, {
        route,
        token,
        ...(isWrite && { body: {} }),
      });
      expect([route, status]).toEqual([route, 403]);
    }
  });
});
