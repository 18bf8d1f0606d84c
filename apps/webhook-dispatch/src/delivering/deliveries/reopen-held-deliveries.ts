import { Injectable } from '@nestjs/common';
import type { WebhookEndpointId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { HeldDeliveries } from '../../endpoints/webhook-endpoints/ports.js';
import { DeliveryDoorbell } from '../../recording/queue/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import { DeliveryQueue } from './persistence/delivery-queue.js';

/** After an endpoint was enabled: resets its failures and sends its held deliveries. */
@Injectable()
export class ReopenHeldDeliveries extends HeldDeliveries {
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {
    super();
  }

  override async reopen(tx: AppTx, endpointId: WebhookEndpointId): Promise<void> {
    await this.queue.reopen(tx, { endpointId, at: this.time.of(tx) });
    const { id: customerAppId, type: appType } = tx.customerApp;
    tx.afterCommit(() => this.doorbell.ring([{ customerAppId, endpointId, appType }]));
  }
}
