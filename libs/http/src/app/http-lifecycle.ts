import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ShutdownHooks } from '@towpath/observability';

/** Runs the shutdown hooks once all modules are closed. */
@Injectable()
export class HttpLifecycle implements OnApplicationShutdown {
  constructor(private readonly hooks: ShutdownHooks) {}

  async onApplicationShutdown(): Promise<void> {
    await this.hooks.run();
  }
}
