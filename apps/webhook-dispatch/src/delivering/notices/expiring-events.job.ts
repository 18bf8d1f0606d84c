import { Injectable } from '@nestjs/common';
import { plusMs } from '@towpath/kernel';
import { DueJob, type DueCheck } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import { EndpointNoticesService } from './endpoint-notices.service.js';

const EVERY_MS = 3_600_000;

/** Checks disabled endpoints once an hour, because their held events will be deleted. */
@Injectable()
export class ExpiringEventsJob extends DueJob {
  override readonly name = 'tell-of-expiring-events';
  private nextRun: Date | null = null;

  constructor(
    private readonly notices: EndpointNoticesService,
    private readonly time: RealTime,
  ) {
    super();
  }

  override check(): DueCheck {
    return { due: this.nextRun === null || this.time.now() >= this.nextRun };
  }

  override async runDue(app?: string): Promise<number> {
    const now = this.time.now();
    if (app || (this.nextRun && now < this.nextRun)) return 0;
    const seen = await this.notices.reportExpiringEvents();
    this.nextRun = plusMs(now, EVERY_MS);
    return seen;
  }
}
