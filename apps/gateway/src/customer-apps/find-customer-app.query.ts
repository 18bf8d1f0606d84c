import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type CustomerAppView } from '@towpath/persistence';
import { viewOf } from './change-customer-app.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';

/** What the other services keep of an app, read afresh for one that asks. */
@Injectable()
export class FindCustomerApp {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
  ) {}

  /** As it is now, not as a cache remembers it; undefined when there is no such app. */
  async execute(id: CustomerAppId): Promise<CustomerAppView | undefined> {
    const app = await this.transactions.asWorker((tx) => this.apps.find(tx, id));
    return app && viewOf(app);
  }
}
