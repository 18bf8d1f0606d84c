import { setTimeout as delay } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';

/** Renewed three times while it lasts, so that one renewal may fail. */
const RENEWALS = 3;
const SHORTEST_PAUSE_MS = 50;

/** Renews the lease of work that goes on, until the work ends or the lease is lost. */
export class LeaseKeeper {
  private readonly ended = new AbortController();
  private readonly running: Promise<void>;

  /** @param renew false when the lease belongs to another worker */
  constructor(
    leaseMs: number,
    private readonly renew: () => Promise<boolean>,
  ) {
    this.running = awaitedLater(this.run(Math.max(leaseMs / RENEWALS, SHORTEST_PAUSE_MS)));
  }

  /** Resolves after all running work has ended. */
  async stop(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  private async run(pauseMs: number): Promise<void> {
    const { signal } = this.ended;
    let kept = true;
    while (kept) {
      const slept = await delay(pauseMs, true, { signal, ref: false }).catch(() => false);
      if (!slept) return;
      // A database that does not answer now may do so before the lease ends.
      kept = await this.renew().catch(() => true);
    }
  }
}
