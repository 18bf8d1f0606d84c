import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, type DueCheck, eachOf } from '@towpath/persistence';
import { NotificationsService } from './notifications.service.js';

/** Notifications that could not take effect when they came. They wait by real time. */
@Injectable()
export class ApplyNotificationsJob extends DueJob {
  override readonly name = 'apply-notifications';

  constructor(private readonly notifications: NotificationsService) {
    super();
  }

  override check(): DueCheck {
    return { sql: 'SELECT FROM processor_notifications WHERE try_at <= now()' };
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    return eachOf(await this.notifications.due(app), (key) => this.notifications.apply(key));
  }
}
