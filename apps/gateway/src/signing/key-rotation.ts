import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { SigningKeys } from './signing-keys.js';

const LOOK_EVERY_MS = 3_600_000;

/** Makes the first signing key at the first start, and the next one when its time has come. */
@Injectable()
export class KeyRotation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: SigningKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keys.ensure();
    this.timer = setInterval(() => {
      this.keys.ensure().catch((error: unknown) => {
        this.logger.error({ error }, 'the signing key could not be renewed');
      });
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
