import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { WebhookEndpoint } from './domain/webhook-endpoint.js';
import { WebhookEndpointRepository } from './ports.js';
import { endpointNotFound, parseEndpointId } from './webhook-endpoint.errors.js';

@Injectable()
export class GetWebhookEndpoint {
  static readonly errors = ['WEBHOOK_ENDPOINT_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
  ) {}

  async execute(customerAppId: CustomerAppId, rawEndpointId: string): Promise<WebhookEndpoint> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.find(tx, endpointId);
      if (!endpoint) throw endpointNotFound();
      return endpoint;
    });
  }
}
