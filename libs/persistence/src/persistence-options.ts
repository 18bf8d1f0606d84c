import type { Logger } from '@towpath/observability';
import type { PoolLimits } from './database/connection-pool.js';
import type { KeyPurpose } from './encryption/key-provider.js';
import type { MigrationClass } from './database/data-source.js';
import type { AnyTable } from './tables/table-types.js';
import type { RetentionRule } from './retention/retention-rules.js';

export interface PersistenceOptions {
  readonly service: string;
  readonly config: {
    readonly databaseUrl: string;
    readonly databaseWorkerUrl: string;
    readonly keysDir: string;
  };
  /** All migrations of the service: the boot refuses a database that lacks one. */
  readonly migrations: readonly MigrationClass[];
  /** Tables of the service, which operators read. */
  readonly tables?: readonly AnyTable[];
  /** Purposes of the service's own keys; those of the libraries are added. */
  readonly keyPurposes?: readonly KeyPurpose[];
  /** Rules of the service's own tables. */
  readonly retention?: readonly RetentionRule[];
  readonly pools?: { readonly app?: Partial<PoolLimits>; readonly worker?: Partial<PoolLimits> };
  readonly logger?: Logger;
  /** Longest wait in ms of a start for a database that is starting too. Default: no wait. */
  readonly databasePatienceMs?: number;
  /** `manual` leaves it to the caller to run due jobs: tests. Default: every second. */
  readonly dueJobs?: 'poll' | 'manual';
}

/** DI token of the options. */
export const PERSISTENCE_OPTIONS = Symbol('PersistenceOptions');
