import { jest } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { createPool } from '../database/connection-pool.js';
import { OUTBOX_CHANNEL, OutboxDoorbell } from './doorbell.js';

let database: TestDatabase;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase('specimen', []);
});
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});
afterAll(() => database?.drop());

function poolOf(url: string, size = 1) {
  const pool = createPool({ url, name: 'spec', limits: { size } });
  closers.push(() => pool.end());
  return pool;
}

describe('the doorbell of the outbox', () => {
  it('notifies listeners of another role', async () => {
    const rings = jest.fn();
    const listener = new pg.Client({ connectionString: database.urls.worker });
    closers.push(() => listener.end());
    await listener.connect();
    await listener.query(`LISTEN ${OUTBOX_CHANNEL}`);
    listener.on('notification', rings);
    new OutboxDoorbell(poolOf(database.urls.app)).ring();
    await eventually(() => rings.mock.calls.length === 1);
  });

  it('rings at most twice for many rings at once, and always after the last', async () => {
    const pool = poolOf(database.urls.app);
    const query = jest.spyOn(pool, 'query');
    const bell = new OutboxDoorbell(pool);
    for (let ring = 0; ring < 100; ring += 1) bell.ring();
    await bell.settled();
    expect(query).toHaveBeenCalledTimes(2);
    bell.ring();
    await bell.settled();
    expect(query).toHaveBeenCalledTimes(3);
  });

  it('does not notify other processes when its own relay takes the event', async () => {
    const pool = poolOf(database.urls.app);
    const query = jest.spyOn(pool, 'query');
    const bell = new OutboxDoorbell(pool);
    let leads = true;
    bell.answeredBy(() => leads);
    bell.ring();
    await bell.settled();
    expect(query).not.toHaveBeenCalled();
    leads = false;
    bell.ring();
    await bell.settled();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('reports a failure and can be rung again', async () => {
    const onError = jest.fn();
    const bell = new OutboxDoorbell(poolOf('postgres://nobody:x@127.0.0.1:1/none'), onError);
    bell.ring();
    await bell.settled();
    bell.ring();
    await bell.settled();
    expect(onError).toHaveBeenCalledTimes(2);
  });
});
