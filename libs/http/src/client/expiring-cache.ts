import { LRUCache } from 'lru-cache';

interface Known<T> {
  readonly answer: T;
}

/**
 * Caches the answers that were used last. Concurrent requests for one key share one call. Failures
 * are not cached; while calls fail, the cache returns an old answer.
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
    const fresh = this.entries.get(key, { noDeleteOnStaleGet: true });
    if (fresh) return fresh.answer;
    const known = this.entries.get(key, { allowStale: true, noDeleteOnStaleGet: true });
    try {
      return (await this.entries.forceFetch(key, { context: ask })).answer;
    } catch (error) {
      if (known) return known.answer;
      throw error;
    }
  }
}
