import { Injectable } from '@nestjs/common';
import { DomainError, newId, type CustomerAppId, type WebhookEndpointId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { TargetCheck } from '../targets/target-check.js';
import { RealTime } from '../../time/real-time.js';
import { WebhookEndpoint, type EndpointSettings } from './domain/webhook-endpoint.js';
import { newSecret } from './new-secret.js';
import { WebhookEndpointRepository } from './ports.js';

/** Every event is matched against all endpoints of its app. */
const MOST_PER_APP = 100;

@Injectable()
export class CreateWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly targets: TargetCheck,
    private readonly time: RealTime,
  ) {}

  async execute(customerAppId: CustomerAppId, asked: EndpointSettings): Promise<WebhookEndpoint> {
    await this.targets.assertAllowed(asked.url);
    return this.transactions.forApp(customerAppId, async (tx) => {
      if ((await this.endpoints.count(tx)) >= MOST_PER_APP) {
        throw new DomainError(
          'INVALID_REQUEST',
          `An app has at most ${MOST_PER_APP} webhook endpoints; delete one first.`,
        );
      }
      const identity = { endpointId: newId<WebhookEndpointId>(tx.systemNow), customerAppId };
      const times = { now: tx.now, real: this.time.of(tx) };
      const endpoint = WebhookEndpoint.create(identity, { ...asked, secret: newSecret() }, times);
      const batch = new WriteBatch();
      this.endpoints.add(batch, endpoint);
      tx.write(batch);
      return endpoint;
    });
  }
}
