import { Clock, type CustomerAppId } from '@towpath/kernel';
import { UnknownCustomerApp } from '../transactions/tx.js';
import { CustomerAppViews } from './customer-app-views.js';

/** The apps' clocks outside a transaction; a moved clock shows within 1 s, or at once locally. */
export class DatabaseClock extends Clock {
  constructor(private readonly views: CustomerAppViews) {
    super();
  }

  /** Throws `UnknownCustomerApp`. */
  override async now(customerApp: CustomerAppId): Promise<Date> {
    const view = await this.views.get(customerApp);
    if (!view) throw new UnknownCustomerApp(customerApp);
    return view.clockFrozenAt ?? new Date(this.system().getTime() + view.clockOffsetMs);
  }

  override system(): Date {
    return new Date();
  }
}
