import { CONSOLE_CLIENT, eventually } from '@towpath/testing';
import pg from 'pg';
import { startConsole, type RunningConsole } from './console.fixture.js';
import { post } from './gateway.fixture.js';

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';

let running: RunningConsole;
let lock: pg.Client;
beforeAll(async () => {
  running = await startConsole({ otto: { name: 'Otto', roles: ['operator'] } });
  lock = new pg.Client({ connectionString: running.gateway.database.adminUrl });
  await lock.connect();
});
afterAll(async () => {
  await lock?.end();
  await running?.stop();
});

/** Names of the connections that wait for the lock. */
const hanging = async () => {
  const rows = await running.sql(`SELECT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.map((row) => (row as { name: string }).name);
};

async function logOutAtProvider(): Promise<Response> {
  const { provider, origin } = running;
  const now = Math.floor(Date.now() / 1_000);
  const token = await provider.signed({
    ...{ iss: provider.issuer, aud: CONSOLE_CLIENT.id, sub: 'nobody', jti: 'logout-1' },
    ...{ iat: now, exp: now + 60, events: { [LOGOUT]: {} } },
  });
  const body = new URLSearchParams({ logout_token: token });
  return fetch(`${origin}/console/back-channel-logout`, { method: 'POST', body });
}

it('requests of the console that hang in the database keep no customer app waiting', async () => {
  const otto = await running.loggedIn('otto');
  const { app, clientSecret } = await running.gateway.createApp();
  await lock.query('BEGIN; LOCK TABLE action_proposals IN ACCESS EXCLUSIVE MODE');
  // More than any pool has connections.
  const asked = Array.from({ length: 30 }, () => otto.ask('/console/api/proposals'));
  await eventually(async () => (await hanging()).length >= 2, { deadlineMs: 5_000 });
  const requested = {
    client_id: app.clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  };
  // At the console's own host there is nothing else.
  const api = running.gateway.publicUrl.replace('127.0.0.1', 'localhost');
  for (let calls = 0; calls < 10; calls += 1) {
    const answer = await post(`${api}/auth/customer/token`, requested);
    expect([answer.status, await answer.json()]).toEqual([200, expect.any(Object)]);
  }
  expect((await logOutAtProvider()).status).toBe(200);
  expect(await hanging()).toEqual(['gateway operator worker', 'gateway operator worker']);
  await lock.query('ROLLBACK');
  await Promise.all(asked);
  expect((await otto.ask('/console/api/proposals')).status).toBe(200);
});

it('keys that all sign with are not read with the connections of the console', async () => {
  const otto = await running.loggedIn('otto');
  await lock.query('BEGIN; LOCK TABLE signing_keys IN ACCESS EXCLUSIVE MODE');
  // The first request that finds the keys a second old reads them for all.
  const asked: Promise<Response>[] = [];
  await eventually(
    async () => {
      asked.push(otto.ask('/console/api/find?q=x'));
      return (await hanging()).length > 0;
    },
    { deadlineMs: 5_000 },
  );
  expect(await hanging()).toEqual(['gateway worker']);
  await lock.query('ROLLBACK');
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

it('a search names the gateway too if it does not answer', async () => {
  const otto = await running.loggedIn('otto');
  await lock.query('BEGIN; LOCK TABLE parked_messages IN ACCESS EXCLUSIVE MODE');
  const answer = await otto.ask('/console/api/find?q=01JQ00000000000000000PAYME');
  await lock.query('ROLLBACK');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ unanswered: expect.arrayContaining(['gateway']) }),
  ]);
});
