import { jest } from '@jest/globals';
import { CachedKeySource, TokenVerifier } from '@towpath/http';
import { Encryption, Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { decodeProtectedHeader, type JWK } from 'jose';
import pg from 'pg';
import type { CustomerApp } from '../src/customer-apps/customer-app.js';
import { SigningKeys } from '../src/signing/signing-keys.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

jest.setTimeout(60_000);

interface KeyRow {
  readonly key_id: string;
  readonly ahead_s: string;
  readonly kept_h: string | null;
}

describe('signing keys', () => {
  let gateway: RunningGateway;
  let app: CustomerApp;
  let clientSecret: string;
  let admin: pg.Client;
  beforeAll(async () => {
    gateway = await startGateway();
    ({ app, clientSecret } = await gateway.createApp());
    admin = new pg.Client(gateway.database.adminUrl);
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await gateway.stop();
  });

  const token = () => gateway.token(app, clientSecret);
  const keyOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
  const published = async () => {
    const answer = await fetch(`${gateway.internalUrl}/internal/jwks`);
    return (await answer.json()) as { keys: (JWK & { d?: string })[] };
  };
  const statusOf = async (jwt: string) => {
    const headers = { authorization: `Bearer ${jwt}` };
    return (await fetch(`${gateway.publicUrl}/testing/clock`, { headers })).status;
  };
  /** Time passes for one column; then the gateway reads its keys as it does every second. */
  const passes = async (column: 'signs_from' | 'retired_at', keyId: string) => {
    await admin.query(`UPDATE signing_keys SET ${column} = now() WHERE key_id = $1`, [keyId]);
    await gateway.app.get(SigningKeys).ensure();
  };
  const otherService = new TokenVerifier(
    new CachedKeySource({ fetchKeySet: published, lifetimeMs: 100, minIntervalMs: 0 }),
  );

  it('are published without their private halves, one after the first start', async () => {
    const { keys } = await published();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
    await gateway.app.get(SigningKeys).ensure();
    expect((await published()).keys).toHaveLength(1);
  });

  it('are sealed in the database', async () => {
    const { rows } = await admin.query<{ text: string }>(
      `SELECT encode(private_key_sealed, 'escape') || public_key::text AS text FROM signing_keys`,
    );
    expect(rows[0]?.text).not.toContain('"d"');
  });

  it('change without a refused token: published first, then signing, then retired', async () => {
    const before = await token();
    const first = String(keyOf(before));
    await gateway.app.get(SigningKeys).rotate();

    const { keys } = await published();
    const second = String(keys.map(({ kid }) => kid).find((kid) => kid !== first));
    expect(keys).toHaveLength(2);
    expect(keyOf(await token())).toBe(first);
    const { rows } = await admin.query<KeyRow>(
      `SELECT key_id, extract(epoch FROM signs_from - published_at) AS ahead_s,
              extract(epoch FROM retired_at - now()) / 3600 AS kept_h
       FROM signing_keys ORDER BY signs_from`,
    );
    expect(Number(rows[1]?.ahead_s)).toBe(330);
    expect(Number(rows[0]?.kept_h)).toBeGreaterThan(24);
    expect(rows[1]?.kept_h).toBeNull();

    await passes('signs_from', second);
    const after = await token();
    expect(keyOf(after)).toBe(second);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    for (const each of [before, after]) {
      await expect(otherService.verify(each)).resolves.toMatchObject({ customer_app_id: app.id });
    }

    await passes('retired_at', first);
    expect((await published()).keys.map(({ kid }) => kid)).toEqual([second]);
    await eventually(async () => (await statusOf(before)) === 401, { deadlineMs: 20_000 });
    await eventually(async () =>
      otherService.verify(before).then(
        () => false,
        (error: Error) => error.message.includes('UNAUTHORIZED'),
      ),
    );
    expect(await statusOf(after)).toBe(200);
  });

  it('that are distrusted are gone from every verifier within 5 s, and the next one signs', async () => {
    const verifier = new TokenVerifier(new CachedKeySource({ fetchKeySet: published }));
    const leaked = await token();
    await verifier.verify(leaked);
    expect(await statusOf(leaked)).toBe(200);
    const order = { keyId: String(keyOf(leaked)), actor: 'test', reason: 'leaked' };
    // the command line is another process, with keys of its own in memory
    const commandLine = new SigningKeys(gateway.app.get(Transactions), gateway.app.get(Encryption));
    expect(await commandLine.distrust(order)).toBe(true);
    await eventually(
      async () => {
        const refused = await verifier.verify(leaked).then(
          () => false,
          () => true,
        );
        const { keys } = await published();
        const isPublished = keys.some(({ kid }) => kid === order.keyId);
        return refused && !isPublished && (await statusOf(leaked)) === 401;
      },
      { deadlineMs: 5_000 },
    );
    const next = await token();
    expect(keyOf(next)).not.toBe(order.keyId);
    await eventually(async () => (await statusOf(next)) === 200, { deadlineMs: 5_000 });
    expect(await commandLine.distrust({ ...order, actor: 'again' })).toBe(true);
    expect(await commandLine.distrust({ ...order, keyId: 'nobody' })).toBe(false);
    const { rows } = await admin.query('SELECT key_id, actor, reason FROM signing_key_distrusts');
    expect(rows).toEqual([{ key_id: order.keyId, actor: 'test', reason: 'leaked' }]);
    const sealed = await admin.query(
      `SELECT 1 FROM signing_keys WHERE key_id = $1 AND length(private_key_sealed) > 0`,
      [order.keyId],
    );
    expect(sealed.rows).toEqual([]);
  });

  it.each([
    ['the first start', 'DELETE FROM signing_keys'],
    [
      'the end of the signing period',
      `UPDATE signing_keys SET signs_from = now() - interval '91 days'`,
    ],
  ])('are made once, however many replicas want one at %s', async (_when, before) => {
    const replicas = Array.from(
      { length: 4 },
      () => new SigningKeys(gateway.app.get(Transactions), gateway.app.get(Encryption)),
    );
    await admin.query(before);
    const known = await admin.query('SELECT 1 FROM signing_keys');
    await Promise.all(replicas.map((replica) => replica.ensure()));
    const { rows } = await admin.query('SELECT 1 FROM signing_keys');
    expect(rows).toHaveLength(known.rows.length + 1);
    const current = await Promise.all(replicas.map((replica) => replica.current(new Date())));
    expect(new Set(current.map(({ keyId }) => keyId)).size).toBe(1);
  });
});
