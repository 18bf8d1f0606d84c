import type { System } from '@towpath/local-system';
import type { HttpLoad } from '../load/http-load.js';

/** What each part measures with. */
export interface Stage {
  readonly system: System;
  /** The public interface. */
  readonly http: HttpLoad;
  /** Length of one measurement. */
  readonly seconds: number;
  readonly log: (line: string) => void;
}
