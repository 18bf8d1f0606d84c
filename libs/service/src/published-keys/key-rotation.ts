import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@towpath/observability';
import type { PublishedKeys } from './published-keys.js';

const POLL_MS = 3_600_000;

/** Makes the first key at the first start, the next one when its time has come, and ends old ones. */
export class KeyRotation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: PublishedKeys,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keys.ensure();
    this.timer = setInterval(() => {
      this.keys.ensure().catch((error: unknown) => {
        this.logger.error({ error }, 'the key with which users encrypt could not be renewed');
      });
    }, POLL_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
