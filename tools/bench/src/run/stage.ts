import type { System } from '@towpath/local-system';
import type { HttpLoad } from '../load/http-load.js';
import type { DoubledServices } from './doubled-services.js';

export interface Filling {
  readonly rows: number;
  readonly transactions: number;
}

/** What each part measures with. */
export interface Stage {
  readonly system: System;
  /** The public interface. */
  readonly http: HttpLoad;
  /** Length of one measurement. */
  readonly seconds: number;
  readonly log: (line: string) => void;
  /** Payments, and transactions of linked accounts, that (grown) fills up with. */
  readonly filling: Filling;
  /** Of (z): whose services lie behind balancers. */
  readonly doubled?: DoubledServices;
}
