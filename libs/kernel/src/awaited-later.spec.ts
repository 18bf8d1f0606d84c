import { awaitedLater } from './awaited-later.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a promise that is awaited later', () => {
  it('ends no process when it fails early, and still rejects for its reader', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const kept = awaitedLater(Promise.reject(new Error('too early')));
      await turn();
      await expect(kept).rejects.toThrow('too early');
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('is the same promise as before', async () => {
    const promise = Promise.resolve(1);
    expect(awaitedLater(promise)).toBe(promise);
    expect(await promise).toBe(1);
  });
});
