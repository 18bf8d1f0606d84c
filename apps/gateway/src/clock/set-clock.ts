import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ChangeCustomerApp } from '../customer-apps/change-customer-app.js';
import type { ClockState, CustomerApp } from '../customer-apps/domain/customer-app.js';
import { CustomerAppRepository } from '../customer-apps/persistence/customer-app.repository.js';

/** Reads and writes the clock of one app; every write is audited and sent to all services. */
@Injectable()
export class SetClock {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly customerApps: ChangeCustomerApp,
  ) {}

  async read(id: CustomerAppId): Promise<CustomerApp> {
    const app = await this.transactions.forApp(id, (tx) => this.apps.find(tx, id));
    if (app) return app;
    throw new DomainError('INVALID_REQUEST', `There is no customer app ${id}.`);
  }

  async write(id: CustomerAppId, clock: ClockState): Promise<void> {
    const details = { offset_ms: clock.offsetMs, frozen_at: clock.frozenAt };
    await this.customerApps.run({ id, actor: 'api', details }, (app, { tx }) =>
      app.changeClock(clock, tx.systemNow),
    );
  }
}
