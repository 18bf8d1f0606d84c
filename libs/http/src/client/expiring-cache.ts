import { LRUCache } from 'lru-cache';

interface Known<T> {
  readonly answer: T;
}

/**
 * Remembers answers for a while, those that were used last. Whoever asks while somebody else does
 * waits for the same answer. A failure is not remembered, and an old answer serves while asking
 * fails.
 */
export class ExpiringCache<T> {
  private readonly entries: LRUCache<string, Known<T>, () => Promise<T>>;

  constructor(
    { lifetimeMs, size }: { readonly lifetimeMs: number; readonly size: number },
    now: () => number = () => performance.now(),
  ) {
    this.entries = new LRUCache({
      max: size,
      ttl: lifetimeMs,
      perf: { now },
      ttlResolution: 0,
      fetchMethod: async (_key, _stale, { context: ask }) => ({ answer: await ask() }),
      noDeleteOnFetchRejection: true,
      // More questions than entries at once push each other out; each gets its answer all the same.
      ignoreFetchAbort: true,
    });
  }

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key, { allowStale: true, noDeleteOnStaleGet: true });
    try {
      return (await this.entries.forceFetch(key, { context: ask })).answer;
    } catch (error) {
      if (known) return known.answer;
      throw error;
    }
  }
}
