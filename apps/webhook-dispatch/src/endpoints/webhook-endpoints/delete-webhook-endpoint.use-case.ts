import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import { WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';

/** Deletes an endpoint with its secrets; nothing more is sent to it. */
@Injectable()
export class DeleteWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly time: RealTime,
  ) {}

  execute(customerAppId: CustomerAppId, rawEndpointId: string): Promise<void> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      const batch = new WriteBatch();
      this.endpoints.remove(batch, endpoint, this.time.of(tx));
      tx.write(batch);
    });
  }
}
