import { awaitedLater } from '@towpath/kernel';
import { Pool } from 'undici';

const PATIENCE_MS = 1_000;
const OK = 200;

/** Asks a service over a separate connection whether it is live; one request at a time. */
export class LiveProbe {
  private readonly pool: Pool;
  private asking: Promise<boolean> | undefined;

  constructor(url: string) {
    this.pool = new Pool(url, { connections: 1, connect: { timeout: PATIENCE_MS } });
  }

  /** False when there is no answer within a second. Never rejects. */
  lives(): Promise<boolean> {
    this.asking ??= awaitedLater(this.ask().finally(() => (this.asking = undefined)));
    return this.asking;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async ask(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await this.pool.request({ method: 'GET', path: '/health/live', signal });
      await answer.body.dump();
      return answer.statusCode === OK;
    } catch {
      // Whatever it was, the service did not answer.
      return false;
    }
  }
}
