import { Injectable } from '@nestjs/common';
import { Clock, plusMs } from '@towpath/kernel';
import type { Tx } from '@towpath/persistence';

/**
 * The time of deliveries: leases, retries, signatures. It never follows the clock of a customer
 * app, because receivers use real time. A test may move it.
 */
@Injectable()
export class RealTime {
  /** Added to the time of the machine, in ms. */
  protected shiftMs = 0;

  constructor(private readonly clock: Clock) {}

  /** For values that are neither stored nor compared with stored ones. */
  now(): Date {
    return plusMs(this.clock.system(), this.shiftMs);
  }

  /** The database's time, one for all replicas: for everything that is stored and compared. */
  of(tx: Tx): Date {
    return plusMs(tx.systemNow, this.shiftMs);
  }
}
