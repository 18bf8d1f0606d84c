import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { RecoveryRepository } from './persistence/recovery.repository.js';
import { WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';
import { RealTime } from '../../time/real-time.js';
import { covers, type Recovery } from './domain/recovery.js';

/**
 * Queues all events again that an endpoint did not acknowledge since an instant. One recovery of an
 * endpoint runs at a time: a repeat shows its progress, an earlier instant starts it again from there.
 */
@Injectable()
export class RecoverWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly recoveries: RecoveryRepository,
    private readonly time: RealTime,
  ) {}

  execute(customerAppId: CustomerAppId, rawEndpointId: string, since: Date): Promise<Recovery> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      const order = { since, at: this.time.of(tx) };
      const last = await this.recoveries.find(tx, endpointId);
      return covers(last, order) ? last : this.recoveries.start(tx, endpointId, order);
    });
  }
}
