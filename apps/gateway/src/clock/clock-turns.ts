import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import { JobLocks } from '@towpath/persistence';

const LOOK_AGAIN_MS = 20;

/**
 * One move of an app's clock at a time, over all replicas: two that interleave would each set the
 * instants of its own way, and the clock would jump back. Apps do not wait for one another.
 */
@Injectable()
export class ClockTurns implements OnApplicationShutdown {
  constructor(
    private readonly clock: Clock,
    private readonly locks: JobLocks,
  ) {}

  /** Throws `SERVICE_UNAVAILABLE` when its turn has not come by the deadline (epoch ms). */
  async take<T extends object>(
    {
      customerAppId,
      deadline,
    }: { readonly customerAppId: CustomerAppId; readonly deadline: number },
    move: () => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const moved = await this.locks.tryRun(`clock ${customerAppId}`, move);
      if (moved) return moved;
      if (this.clock.system().getTime() > deadline) {
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'The clock is being moved by another request. Repeat the request.',
        );
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.locks.close();
  }
}
