import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import type { WebhookEndpoint } from './domain/webhook-endpoint.js';
import { newSecret } from './new-secret.js';
import { WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';

/** A new secret; the old one signs beside it for a day, so that receivers can change over. */
@Injectable()
export class RotateWebhookEndpointSecret {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly time: RealTime,
  ) {}

  execute(customerAppId: CustomerAppId, rawEndpointId: string): Promise<WebhookEndpoint> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      endpoint.rotate(newSecret(), { now: tx.now, real: this.time.of(tx) });
      const batch = new WriteBatch();
      this.endpoints.save(batch, endpoint);
      tx.write(batch);
      return endpoint;
    });
  }
}
