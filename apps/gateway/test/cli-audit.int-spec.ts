import { newId } from '@towpath/kernel';
import { hostname, userInfo } from 'node:os';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { startGateway, type RunningGateway } from './gateway.fixture.js';
import { runCommandHere } from './gateway-process.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

interface Entry {
  readonly session: string;
  readonly operation: string;
  readonly app: string | null;
}

describe('the audit of the gateway', () => {
  let gateway: RunningGateway;
  let paymentLink: StandIn;
  let admin: pg.Client;
  beforeAll(async () => {
    paymentLink = await startStandIn();
    gateway = await startGateway({ PAYMENT_LINK_INTERNAL_URL: paymentLink.url });
    admin = new pg.Client({ connectionString: gateway.database.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await gateway?.stop();
    await paymentLink?.stop();
  });

  const run = (...args: string[]) => runCommandHere(gateway.environment.variables, args);
  const entries = async () =>
    (
      await admin.query<Entry>(`SELECT subject, role, session, act, operation,
        customer_app_id AS app, kind, resource_id AS id, reason
        FROM audit_entries ORDER BY audit_entry_id`)
    ).rows;
  const entry = (changes: object) => ({
    ...{ subject: `os:${userInfo().username}@${hostname()}`, role: 'admin', act: 'ACTION' },
    ...{ session: expect.stringMatching(/^[0-9A-Z]{26}$/), app: null, kind: null, id: null },
    ...{ reason: null, ...changes },
  });

  it('has each command that changes something, with the user of the operating system', async () => {
    const made = await run('customer-app', 'create', '--name', 'Shop', '--no-accounts');
    const { customer_app_id: app } = JSON.parse(made.stdout) as { customer_app_id: string };
    // Another name on the command line is no other user.
    await run('customer-app', 'disable', '--id', app, '--actor', 'somebody');
    await run('customer-app', 'list');
    await run('signing-key', 'rotate');
    const about = { app, kind: 'customer_app', id: app };
    const found = await entries();
    expect(found).toEqual([
      entry({ operation: 'customer-app create', ...about }),
      entry({ operation: 'customer-app disable', ...about }),
      entry({ operation: 'signing-key rotate', kind: 'signing_key' }),
    ]);
    expect(new Set(found.map(({ session }) => session)).size).toBe(3);
  });

  it('has no command that changed nothing', async () => {
    const before = await entries();
    const { code } = await run('customer-app', 'disable', '--id', newId(new Date()));
    expect(code).toBe(1);
    expect(await entries()).toEqual(before);
  });

  it('has no command on another service, which has its own audit and learns who runs it', async () => {
    paymentLink.answer((_asked, response) => response.end(JSON.stringify({ erased: true })));
    const before = await entries();
    const who = ['--customer-app', newId(new Date()), '--user', 'ada@shop.example'];
    const ended = await run('payment-user', 'erase', ...who, '--reason', 'ticket 7');
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const [authorization] = paymentLink.seen.map(({ headers }) => headers['authorization']);
    expect(decodeJwt(String(authorization).replace('Bearer ', ''))['operator']).toEqual({
      ...{ subject: `os:${userInfo().username}@${hostname()}`, role: 'admin', apps: '*' },
      ...{ purpose: 'act', session: expect.stringMatching(/^[0-9A-Z]{26}$/) },
      authenticated_at: expect.any(Number),
    });
    expect(await entries()).toEqual(before);
  });
});
