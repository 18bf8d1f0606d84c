import type { System } from '@towpath/local-system';
import type { Watch } from '../floor/watch.js';
import type { Rest } from '../measure/rest.js';

/** What each part measures with. */
export interface Stage {
  readonly system: System;
  readonly watch: Watch;
  /** What the system used before anything was asked of it. */
  readonly rest: Rest;
  /** About how long a round lasts. */
  readonly seconds: number;
  readonly log: (line: string) => void;
}
