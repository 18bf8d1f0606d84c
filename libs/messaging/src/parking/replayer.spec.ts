import { jest } from '@jest/globals';
import { createLogger } from '@towpath/observability';
import type { Transactions } from '@towpath/persistence';
import { TUNING } from '../consume/tuning.js';
import { Replayer, type ReplayerOptions } from './replayer.js';

const waiting = { topic: 't', message_key: 'k', is_due: false };
let looks: number;
let found: (typeof waiting)[];
let replayer: Replayer;

beforeEach(() => {
  jest.useFakeTimers();
  looks = 0;
  found = [];
  const asWorker = () => {
    looks += 1;
    return Promise.resolve(found);
  };
  replayer = new Replayer({
    group: 'specimen',
    transactions: { asWorker } as unknown as Transactions,
    tuning: TUNING,
    logger: createLogger({ service: 'specimen', level: 'silent' }),
  } as unknown as ReplayerOptions);
  replayer.start();
});
afterEach(async () => {
  await replayer.stop();
  jest.useRealTimers();
});

const during = async (ms: number): Promise<number> => {
  const before = looks;
  await jest.advanceTimersByTimeAsync(ms);
  return looks - before;
};

describe('the replayer', () => {
  it('polls every 5 s while no message waits for another try', async () => {
    await during(0);
    expect(await during(60_000)).toBe(12);
  });

  it('polls every second while a message waits for another try', async () => {
    found = [waiting];
    await during(5_000);
    expect(await during(10_000)).toBe(10);
  });

  it('polls at once when a message is set aside', async () => {
    await during(0);
    replayer.ring();
    expect(await during(0)).toBe(1);
  });
});
