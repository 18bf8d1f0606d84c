import { testDatabase, type TestDatabase } from '@towpath/testing';
import { createPool } from './connection-pool.js';

describe('createPool', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase('specimen', []);
  });
  afterAll(() => database.drop());

  it('keeps working after a connection breaks before its borrower listens', async () => {
    const pool = createPool({ url: database.urls.app, name: 'spec' });
    const client = await pool.connect();
    expect(() => client.emit('error', new Error('the server went down'))).not.toThrow();
    client.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
