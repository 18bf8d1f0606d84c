import { randomBytes } from 'node:crypto';
import {
  byValues,
  createPool,
  Encryption,
  KeyProvider,
  PgTransactions,
  type KeySet,
} from '@towpath/persistence';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { ChecklistKeysService } from '../src/authorizing/checklist-keys/checklist-keys.service.js';
import { mandateMigrations } from '../src/migrations/index.js';

class FixedKeys extends KeyProvider {
  private readonly set = { current: 'v1', keys: new Map([['v1', randomBytes(32)]]) };

  override keySet(): KeySet {
    return this.set;
  }
}

/** What an operator is promised. */
const GONE_WITHIN_MS = 5_000;

let database: TestDatabase;
let pools: ReturnType<typeof createPool>[];
let transactions: PgTransactions;
const encryption = new Encryption(new FixedKeys());
const clock = { now: async () => new Date(), system: () => new Date() };
beforeAll(async () => {
  database = await testDatabase('mandate', mandateMigrations);
  const appPool = createPool({ url: database.urls.app, name: 'checklist-keys' });
  const workerPool = createPool({ url: database.urls.worker, name: 'checklist-keys' });
  pools = [appPool, workerPool];
  transactions = new PgTransactions({ appPool, workerPool });
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database?.drop();
});

const replica = () => new ChecklistKeysService(transactions, encryption, clock);
const shownBy = async (keys: ChecklistKeysService) =>
  (await keys.publicKeySet(new Date())).keys.map(({ kid }) => kid);
const inUse = (keys: ChecklistKeysService) => keys.currentKeyId(new Date());
const order = (keyId: string) => ({ keyId, actor: 'ops', reason: null });

describe('a key that an operator distrusts', () => {
  it('is gone from every replica within 5 s, with another in its place', async () => {
    const [one, other] = [replica(), replica()];
    await one.ensure();
    const distrusted = await inUse(other);
    expect(await other.privateKey(distrusted, new Date())).toBeDefined();
    expect(await one.distrust(order(distrusted))).toBe(true);
    expect(await shownBy(one)).not.toContain(distrusted);
    expect(await one.privateKey(distrusted, new Date())).toBeUndefined();
    await eventually(async () => (await other.privateKey(distrusted, new Date())) === undefined, {
      deadlineMs: GONE_WITHIN_MS,
    });
    expect(await shownBy(other)).not.toContain(distrusted);
    const next = await inUse(other);
    expect([next, await shownBy(one)]).toEqual([await inUse(one), [next]]);
    expect(await other.privateKey(next, new Date())).toBeDefined();
  });

  it('is replaced by a key that was already published', async () => {
    const keys = replica();
    await keys.ensure();
    const current = await inUse(keys);
    await keys.rotate();
    expect(await inUse(keys)).toBe(current);
    const [next] = (await shownBy(keys)).filter((kid) => kid !== current);
    await keys.distrust(order(current));
    expect([await inUse(keys), await shownBy(keys)]).toEqual([next, [next]]);
  });

  it('may be one that is no longer or not yet in use', async () => {
    const keys = replica();
    await keys.ensure();
    const current = await inUse(keys);
    await keys.rotate();
    const [upcoming = ''] = (await shownBy(keys)).filter((kid) => kid !== current);
    await keys.distrust(order(upcoming));
    const successor = await inUse(keys);
    expect(await shownBy(keys)).not.toContain(upcoming);
    expect(await keys.privateKey(current, new Date())).toBeDefined();
    await keys.distrust(order(current));
    expect([await inUse(keys), await shownBy(keys)]).toEqual([successor, [successor]]);
  });

  it('is recorded once and permanently', async () => {
    const keys = replica();
    await keys.ensure();
    const distrusted = await inUse(keys);
    expect(await keys.distrust(order('never-was'))).toBe(false);
    const copies = Array.from({ length: 4 }, () => keys.distrust(order(distrusted)));
    expect(await Promise.all(copies)).toEqual([true, true, true, true]);
    const sql = 'SELECT key_id, actor FROM checklist_key_distrusts WHERE key_id = $1';
    const read = () => transactions.asWorker((tx) => tx.query(byValues(sql), [distrusted]));
    expect(await read()).toEqual([{ key_id: distrusted, actor: 'ops' }]);
    for (const change of [
      `UPDATE checklist_key_distrusts SET actor = 'x'`,
      'DELETE FROM checklist_key_distrusts',
    ]) {
      await expect(transactions.asWorker((tx) => tx.query(byValues(change)))).rejects.toThrow(
        'denied',
      );
    }
  });
});
