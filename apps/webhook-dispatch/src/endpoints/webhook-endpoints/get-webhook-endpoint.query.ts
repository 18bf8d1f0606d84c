import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { Recovery } from './domain/recovery.js';
import type { WebhookEndpoint } from './domain/webhook-endpoint.js';
import { RecoveryRepository } from './persistence/recovery.repository.js';
import { WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';

interface ShownEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** The last one; null when there was none. */
  readonly recovery: Recovery | null;
}

@Injectable()
export class GetWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly recoveries: RecoveryRepository,
  ) {}

  execute(customerAppId: CustomerAppId, rawEndpointId: string): Promise<ShownEndpoint> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.find(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      return { endpoint, recovery: await this.recoveries.find(tx, endpointId) };
    });
  }
}
