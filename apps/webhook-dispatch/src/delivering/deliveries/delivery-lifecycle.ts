import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DeliveryDoorbell } from '../../recording/queue/delivery-doorbell.js';
import type { DeliverySender } from './delivery-sender.js';

/**
 * Sends while the app runs. At the end the consumers have stopped before it, and the database closes
 * after it.
 */
export class DeliveryLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly sender: DeliverySender,
    private readonly doorbell: DeliveryDoorbell,
  ) {}

  onApplicationBootstrap(): void {
    this.doorbell.onRing((due) => this.sender.ring(due));
    this.sender.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sender.stop();
  }
}
