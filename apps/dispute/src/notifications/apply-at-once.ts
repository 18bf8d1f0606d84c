import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { ApplyNotification } from './apply-notification.use-case.js';
import type { NotificationKey } from './ports.js';

/** More would leave too few connections to other callers. */
const AT_ONCE = 8;

/**
 * Makes the first try of a stored notification, unless too many others are running; then a job
 * makes it.
 */
@Injectable()
export class ApplyAtOnce {
  private underWay = 0;

  constructor(
    private readonly applyNotification: ApplyNotification,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async try(key: NotificationKey): Promise<void> {
    if (this.underWay >= AT_ONCE) return;
    this.underWay += 1;
    try {
      await this.applyNotification.execute(key);
    } catch (error) {
      this.logger.warn({ err: error, eventId: key.eventId }, 'a notification is tried again later');
    } finally {
      this.underWay -= 1;
    }
  }
}
