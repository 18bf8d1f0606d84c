import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type CustomerAppView } from '@towpath/persistence';
import { viewOf } from './change-customer-app.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';

/** Reads the copy of an app for a service that requests it. */
@Injectable()
export class FindCustomerApp {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
  ) {}

  /** The present state, never from a cache; undefined if there is no such app. */
  async execute(id: CustomerAppId): Promise<CustomerAppView | undefined> {
    const app = await this.transactions.asWorker((tx) => this.apps.find(tx, id));
    return app && viewOf(app);
  }
}
