import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { TargetCheck } from '../targets/target-check.js';
import { RealTime } from '../../time/real-time.js';
import type { EndpointPatch, WebhookEndpoint } from './domain/webhook-endpoint.js';
import { HeldDeliveries, WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';

@Injectable()
export class UpdateWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly targets: TargetCheck,
    private readonly heldDeliveries: HeldDeliveries,
    private readonly time: RealTime,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawEndpointId: string,
    patch: EndpointPatch,
  ): Promise<WebhookEndpoint> {
    const endpointId = parseEndpointId(rawEndpointId);
    if (patch.url !== undefined) await this.targets.assertAllowed(patch.url);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      const real = this.time.of(tx);
      const { reopened } = endpoint.update(patch, { now: tx.now, real });
      const batch = new WriteBatch();
      this.endpoints.save(batch, endpoint);
      tx.write(batch);
      if (reopened) await this.heldDeliveries.reopen(tx, endpointId);
      return endpoint;
    });
  }
}
