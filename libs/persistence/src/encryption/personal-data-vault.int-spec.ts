/** @proves promise-8, promise-13 */
import { jest } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { SpecimenKeys } from '../specimen/specimen-keys.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { uniqueViolation } from '../database/database-errors.js';
import { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { Encryption } from './encryption.js';
import { PersonalDataErased, PersonalDataVault } from './personal-data-vault.js';
import { DecryptionFailed } from './sealed-box.js';

let database: TestDatabase;
let specimen: Specimen;
const keys = new SpecimenKeys();
const vault = new PersonalDataVault(new Encryption(keys));
const FIELD = 'users.name';

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const inOurs = <T>(work: (tx: AppTx) => Promise<T>) =>
  specimen.transactions.forApp(specimen.ours, work);
const encrypt = (subject: string, value: { text: string }) =>
  inOurs(async (tx) => (await vault.keyFor(tx, subject)).encrypt(FIELD, value));
const decrypt = (subject: string, sealed: Buffer) =>
  inOurs(async (tx) => (await vault.keyFor(tx, subject)).decrypt(FIELD, sealed));

describe('the personal data of one person', () => {
  it('is decrypted in a later transaction', async () => {
    const sealed = await encrypt('ann', { text: 'Ann Lee' });
    expect(sealed.toString('latin1')).not.toContain('Ann');
    expect(await decrypt('ann', sealed)).toBe('Ann Lee');
  });

  it('has one key, however many callers request it first', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => encrypt('crowd', { text: 'x' })));
    for (const sealed of all) expect(await decrypt('crowd', sealed)).toBe('x');
  });

  it('cannot be decrypted with the key of another person, field or app', async () => {
    const sealed = await encrypt('ann', { text: 'Ann Lee' });
    await expect(decrypt('bea', sealed)).rejects.toThrow(DecryptionFailed);
    const otherField = inOurs(async (tx) =>
      (await vault.keyFor(tx, 'ann')).decrypt('users.email', sealed),
    );
    await expect(otherField).rejects.toThrow(DecryptionFailed);
    const otherApp = specimen.transactions.forApp(specimen.theirs, async (tx) =>
      (await vault.keyFor(tx, 'ann')).decrypt(FIELD, sealed),
    );
    await expect(otherApp).rejects.toThrow(DecryptionFailed);
  });

  it('is decrypted for a whole list with one query', async () => {
    const sealed = await encrypt('listed', { text: 'L' });
    await inOurs(async (tx) => {
      const opened = await vault.openAll(tx, ['listed', 'nobody']);
      expect([...opened.keys()]).toEqual(['listed']);
      expect(opened.get('listed')?.decrypt(FIELD, sealed)).toBe('L');
    });
  });

  it('gets its key in the same write as the person', async () => {
    const sealed = await inOurs(async (tx) => {
      const batch = new WriteBatch();
      await tx.begun;
      const key = vault.makeFor(tx, batch, 'written');
      expect(await vault.keyFor(tx, 'written')).toBe(key);
      tx.write(batch);
      return key.encrypt(FIELD, { text: 'W' });
    });
    expect(await decrypt('written', sealed)).toBe('W');
    const again = inOurs(async (tx) => {
      const batch = new WriteBatch();
      await tx.begun;
      vault.makeFor(tx, batch, 'written');
      tx.write(batch);
    });
    await expect(again.catch(uniqueViolation)).resolves.toBe('personal_data_keys_pkey');
  });

  it('is decrypted once per transaction, and not after it was erased there', async () => {
    const queries = jest.spyOn(AppTx.prototype, 'query');
    await inOurs(async (tx) => {
      const key = await vault.keyFor(tx, 'twice');
      const asked = queries.mock.calls.length;
      expect(await vault.keyFor(tx, 'twice')).toBe(key);
      expect(queries).toHaveBeenCalledTimes(asked);
      await vault.destroy(tx, 'twice');
      await expect(vault.keyFor(tx, 'twice')).rejects.toThrow(PersonalDataErased);
    });
    queries.mockRestore();
  });

  it('cannot be decrypted once the key is destroyed', async () => {
    const sealed = await encrypt('gone', { text: 'Gone Person' });
    await inOurs((tx) => vault.destroy(tx, 'gone'));
    await expect(decrypt('gone', sealed)).rejects.toThrow(PersonalDataErased);
    await expect(encrypt('gone', { text: 'again' })).rejects.toThrow(PersonalDataErased);
    await inOurs(async (tx) => expect((await vault.openAll(tx, ['gone'])).size).toBe(0));
    const rows = await specimen.adminPool.query(
      `SELECT wrapped_key, destroyed_at FROM personal_data_keys WHERE subject_id = 'gone'`,
    );
    expect(rows.rows).toEqual([{ wrapped_key: null, destroyed_at: expect.any(Date) }]);
    await inOurs((tx) => vault.destroy(tx, 'gone'));
    await inOurs((tx) => vault.destroy(tx, 'never seen'));
    await expect(encrypt('never seen', { text: 'x' })).rejects.toThrow(PersonalDataErased);
  });

  it('can still be decrypted after the service key is rotated and the old one removed', async () => {
    const sealed = await encrypt('kept', { text: 'Kept' });
    keys.rotate('v2');
    let rewrapped = 0;
    for (;;) {
      const batch = await inOurs((tx) => vault.rewrap(tx, { limit: 2 }));
      if (batch === 0) break;
      rewrapped += batch;
    }
    expect(rewrapped).toBeGreaterThan(2);
    keys.forget('v1');
    expect(await decrypt('kept', sealed)).toBe('Kept');
  });
});
