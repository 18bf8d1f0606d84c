/** @proves promise-12 */
import { operations } from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import type { SandboxApp } from '@towpath/local-system';
import { forged, Merchant, type ApiAnswer } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { Faults } from './refusals.js';
import { Sender } from './sender.js';
import { rowsOf, SPECIMENS, SUBJECTS } from './specimens.js';
import { createWorld, type World } from './world.js';

const system = RunningSystem.open();
const guarded = SUBJECTS.filter(({ operation }) => operation.kinds !== 'public');
const scoped = guarded.filter(({ operation }) => operation.scope !== null);
let world: World;
let sender: Sender;
let powerless: string;
let live: string;

beforeAll(async () => {
  world = await createWorld(system);
  sender = new Sender(system, world);
  const poor = await system.newShop({ name: 'No Scopes', scopes: ['test'] });
  powerless = await poor.accessToken();
  const created = await system.cli(['customer-app', 'create', '--name', 'Live Shop', '--live']);
  live = await new Merchant(system.api(), created as SandboxApp).accessToken();
});

it('the sample requests cover every operation that is built', () => {
  const built = operations.filter((operation) => operation.built).map(({ id }) => id);
  expect(built.filter((id) => !(id in SPECIMENS))).toEqual([]);
});

describe('every read without an ID', () => {
  const reads = SUBJECTS.filter(
    ({ operation, specimen }) =>
      operation.method === 'GET' && !operation.path.includes('{') && !specimen.needsQuery,
  );

  it.concurrent.each(rowsOf(reads))(
    '%s answers each caller that has the right',
    async (_id, subject) => {
      const { status, text } = await sender.send(subject);
      expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    },
  );
});

describe('every testing operation', () => {
  const testing = guarded.filter(({ operation }) => operation.testOnly);

  it.concurrent.each(rowsOf(testing))('%s refuses a live app', async (_id, subject) => {
    const faults = new Faults();
    const answer = await sender.send(subject, { bearer: live, body: sender.validBody(subject) });
    const expected = { ...subject, codes: ['NOT_A_TEST_APP'] as ErrorCode[] };
    faults.add('a live app', { answer, expected });
    expect(faults.list).toEqual([]);
  });
});

describe('every operation that needs a token', () => {
  it.concurrent.each(rowsOf(guarded))(
    '%s refuses callers without a token',
    async (_id, subject) => {
      const token = await world.merchant.accessToken();
      const [head = '', claims = '', signature = ''] = token.split('.');
      const forged = `${head}.${claims}.${signature.split('').toReversed().join('')}`;
      const unsigned = `${toBase64({ alg: 'none', typ: 'JWT' })}.${claims}.`;
      const bearers = { nonsense: 'nonsense', forged, unsigned, long: 'x'.repeat(5_000) };
      const faults = new Faults();
      const expected = { ...subject, codes: ['UNAUTHORIZED'] as ErrorCode[] };
      for (const [name, bearer] of Object.entries(bearers)) {
        faults.add(name, { answer: await sender.send(subject, { bearer }), expected });
      }
      faults.add('no token', { answer: await sender.send(subject, { bearer: null }), expected });
      for (const authorization of ['Basic YTpi', 'Bearer', `bearer  `, token]) {
        const answer = await sender.send(subject, { bearer: null, headers: { authorization } });
        faults.add(authorization.slice(0, 10), { answer, expected });
      }
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(guarded))(
    '%s refuses the wrong kind of token',
    async (_id, subject) => {
      const isPayers = subject.operation.kinds.includes('payment_link');
      const bearer = isPayers ? await world.merchant.accessToken() : world.payerToken;
      const faults = new Faults();
      const expected = { ...subject, codes: ['INSUFFICIENT_SCOPE'] as ErrorCode[] };
      faults.add('another kind', { answer: await sender.send(subject, { bearer }), expected });
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(scoped))(
    '%s refuses a token without its scope',
    async (_id, subject) => {
      const faults = new Faults();
      const expected = { ...subject, codes: ['INSUFFICIENT_SCOPE'] as ErrorCode[] };
      const answer = await sender.send(subject, { bearer: powerless });
      faults.add('no scope', { answer, expected });
      expect(faults.list).toEqual([]);
    },
  );
});

describe('wrong credentials', () => {
  it('a token request with wrong credentials is refused without saying which half was wrong', async () => {
    const { client_id, client_secret } = world.merchant.credentials;
    const wrong = [
      { client_id, client_secret: forged(client_secret) },
      { client_id: '01JQ0000000000000000000CNT', client_secret },
    ];
    const answers: ApiAnswer[] = [];
    for (const credentials of wrong) {
      const body = { ...credentials, grant_type: 'client_credentials' };
      const path = '/auth/customer/token';
      answers.push(await system.bareApi().send({ method: 'POST', path, body }));
    }
    const said = answers.map(({ status, body }) => {
      const { error } = body as { error: Record<string, unknown> };
      return [status, { ...error, request_id: '' }];
    });
    expect(said[0]).toEqual(said[1]);
    expect(said[0]).toMatchObject([401, { error_code: 'UNAUTHORIZED', code: 40_100 }]);
  });

  it('credentials and tokens of a disabled app stop working within 5 seconds', async () => {
    const shop = await system.newShop({ name: 'Closing Shop' });
    const read = { method: 'GET', path: '/payments' };
    expect((await shop.send(read)).status).toBe(200);
    await system.cli(['customer-app', 'disable', '--id', shop.customerAppId]);
    const disabled = performance.now();
    let answer = await shop.send(read);
    while (answer.status === 200 && performance.now() - disabled < 10_000) {
      answer = await shop.send(read);
    }
    expect(answer.status).toBe(401);
    expect(performance.now() - disabled).toBeLessThan(5_000);
    const again = new Merchant(system.bareApi(), shop.credentials);
    await expect(again.accessToken()).rejects.toMatchObject({ status: 401 });
  });
});

describe('operations that are not built yet', () => {
  // There may be none.
  it('operations that are not built yet say so, each in its own envelope', async () => {
    const missing = operations.filter(
      ({ built, kinds }) => !built && kinds !== 'public' && kinds.includes('customer'),
    );
    const faults = new Faults();
    for (const operation of missing) {
      const answer = await sender.send({ operation, specimen: {} });
      // The one scope that a customer app has only when it is asked for.
      const isSensitive = operation.scope === 'mandate:listSensitive';
      const codes: ErrorCode[] = [isSensitive ? 'INSUFFICIENT_SCOPE' : 'NOT_IMPLEMENTED'];
      faults.add(operation.id, { answer, expected: { operation, codes } });
    }
    expect(faults.list).toEqual([]);
  });
});

function toBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
