import type { Logger } from '@towpath/observability';
import type { Pool } from 'pg';
import { OutboxDoorbell } from '../outbox/doorbell.js';
import { createPool, DEFAULT_POOL_LIMITS, type PoolLimits } from './connection-pool.js';

export interface DatabasePoolsOptions {
  readonly service: string;
  readonly config: { readonly databaseUrl: string; readonly databaseWorkerUrl: string };
  readonly pools?: { readonly app?: Partial<PoolLimits>; readonly worker?: Partial<PoolLimits> };
}

/** Consumers, relay and schedules need fewer connections than requests. */
const WORKER_POOL_SIZE = 10;
const BY_KEY_POOL_SIZE = 5;
/** An operator waits for another one, and nobody else for either. */
export const OPERATOR_LIMITS = { size: 2, connectTimeoutMs: 3_000, statementTimeoutMs: 3_000 };

/**
 * All connections of a service except those that listen: one pool per role, one for workers by key
 * (opened when it is used), and one for notifications.
 */
export class DatabasePools {
  readonly app: Pool;
  readonly worker: Pool;
  readonly workerByKey: Pool;
  /** For the requests of operators, as the app role. */
  readonly operator: Pool;
  /** For the same, as the worker. */
  readonly operatorWorker: Pool;
  readonly doorbell: OutboxDoorbell;
  /** Called after each transaction for a customer app of this process. */
  onWorked: () => void = () => undefined;
  private readonly bell: Pool;

  constructor({ service, config, pools }: DatabasePoolsOptions, logger: Logger) {
    const onError = (error: unknown): void =>
      logger.warn({ error }, 'a database connection was lost');
    const { databaseUrl, databaseWorkerUrl } = config;
    this.app = createPool({
      url: databaseUrl,
      name: service,
      limits: pools?.app ?? {},
      planner: 'by index',
      onError,
    });
    this.worker = createPool({
      url: databaseWorkerUrl,
      name: `${service} worker`,
      limits: { size: WORKER_POOL_SIZE, ...pools?.worker },
      onError,
    });
    this.workerByKey = createPool({
      url: databaseWorkerUrl,
      name: `${service} worker by key`,
      limits: { size: BY_KEY_POOL_SIZE, ...pools?.worker },
      planner: 'by key',
      onError,
    });
    this.operator = createPool({
      url: databaseUrl,
      name: `${service} operator`,
      limits: OPERATOR_LIMITS,
      planner: 'by index',
      onError,
    });
    this.operatorWorker = createPool({
      url: databaseWorkerUrl,
      name: `${service} operator worker`,
      // Commands read over all apps, which takes longer than a page may.
      limits: { ...OPERATOR_LIMITS, statementTimeoutMs: DEFAULT_POOL_LIMITS.statementTimeoutMs },
      onError,
    });
    this.bell = createPool({
      url: databaseUrl,
      name: `${service} doorbell`,
      limits: { size: 1 },
      onError,
    });
    this.doorbell = new OutboxDoorbell(this.bell, onError);
  }

  /**
   * Throws when the server does not answer: for the readiness check. It has a connection of its own,
   * so that a service with much to do is still ready.
   */
  async check(): Promise<void> {
    await this.bell.query('SELECT 1');
  }

  /** Closes all connections after the running work has ended. */
  async close(): Promise<void> {
    await this.doorbell.settled();
    const operators = [this.operator, this.operatorWorker];
    const pools = [this.app, this.worker, this.workerByKey, ...operators, this.bell];
    await Promise.all(pools.map((pool) => pool.end()));
  }
}
