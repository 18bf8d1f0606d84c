import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, type DueLook, eachOf, Transactions } from '@towpath/persistence';
import { ApplyNotification } from '../apply-notification.use-case.js';
import { NotificationRepository } from './notification.repository.js';

/** Notifications that could not take effect when they came. They wait by real time. */
@Injectable()
export class ApplyNotifications extends DueJob {
  override readonly name = 'apply-notifications';

  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationRepository,
    private readonly applyNotification: ApplyNotification,
  ) {
    super();
  }

  override look(): DueLook {
    return { sql: 'SELECT FROM processor_notifications WHERE try_at <= now()' };
  }

  /** No clock of an app brings one nearer. */
  override nextDue(): Promise<Date | null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => this.notifications.due(tx, app));
    return eachOf(due, (key) => this.applyNotification.execute(key));
  }
}
