import type { System } from '@towpath/local-system';
import type { HttpLoad } from '../load/http-load.js';
import type { DoubledServices } from './doubled-services.js';

/** What each part measures with. */
export interface Stage {
  readonly system: System;
  /** The public interface. */
  readonly http: HttpLoad;
  /** Length of one measurement. */
  readonly seconds: number;
  readonly log: (line: string) => void;
  /** Payments, and transactions, of (grown). */
  readonly rows?: number;
  /** Of (z): whose services lie behind balancers. */
  readonly doubled?: DoubledServices;
}
