import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, type CustomerAppId } from '@towpath/kernel';
import { JobLocks } from '@towpath/persistence';

const POLL_MS = 20;

/**
 * Permits one move of an app's clock at a time, over all replicas. Two concurrent moves would set
 * different instants, and the clock would jump back. Apps do not wait for each other.
 */
@Injectable()
export class ClockTurns implements OnApplicationShutdown {
  constructor(
    private readonly clock: Clock,
    private readonly locks: JobLocks,
  ) {}

  /** Undefined when its turn has not come by the deadline (epoch ms). */
  async take<T extends object>(
    { app, deadline }: { readonly app: CustomerAppId; readonly deadline: number },
    move: () => Promise<T>,
  ): Promise<T | undefined> {
    for (;;) {
      const moved = await this.tryTake(app, move);
      if (moved || this.clock.system().getTime() > deadline) return moved;
      await delay(POLL_MS);
    }
  }

  /** Undefined when the clock is being moved. */
  tryTake<T extends object>(app: CustomerAppId, move: () => Promise<T>): Promise<T | undefined> {
    return this.locks.tryRun(`clock ${app}`, move);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.locks.close();
  }
}
