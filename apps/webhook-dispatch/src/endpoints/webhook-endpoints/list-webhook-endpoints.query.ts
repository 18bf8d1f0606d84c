import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { WebhookEndpointRepository, type EndpointPage } from './ports.js';

@Injectable()
export class ListWebhookEndpoints {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
  ) {}

  execute(customerAppId: CustomerAppId, range: PageRange): Promise<EndpointPage> {
    return this.transactions.forApp(customerAppId, (tx) => this.endpoints.list(tx, range));
  }
}
