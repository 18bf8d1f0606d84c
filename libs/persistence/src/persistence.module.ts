import {
  Module,
  type DynamicModule,
  type InjectionToken,
  type OptionalFactoryDependency,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock, type StateMove } from '@towpath/kernel';
import { currentTraceparent, Metrics, requestContext, silentLogger } from '@towpath/observability';
import type { Logger } from '@towpath/observability';
import { CustomerAppViews, DatabaseClock } from './customer-apps/customer-app-views.js';
import { DatabasePools } from './database/database-pools.js';
import { DueJobRunner } from './due-jobs/due-job-runner.js';
import { Encryption } from './encryption/encryption.js';
import { FileKeyProvider } from './encryption/file-key-provider.js';
import { KeyProvider } from './encryption/key-provider.js';
import { KeyedHash } from './encryption/keyed-hash.js';
import { PersonalDataVault } from './encryption/personal-data-vault.js';
import { Idempotency } from './idempotency/idempotency.js';
import { Inbox } from './inbox/inbox.js';
import { OperatorReads } from './operators/operator-reads.js';
import { PersistenceLifecycle } from './persistence-lifecycle.js';
import { PERSISTENCE_OPTIONS, type PersistenceOptions } from './persistence-options.js';
import { RetentionJob } from './retention/retention-job.js';
import { baseRetention } from './retention/retention-rules.js';
import { PgTransactions } from './transactions/pg-transactions.js';
import { Transactions } from './transactions/transactions.js';

/**
 * Transactions, outbox, inbox, idempotency, keys and due jobs of one service, for its whole
 * process. Nothing connects before the module is initialised, so that documents can be generated
 * from the module graph without a database.
 */
@Module({})
export class PersistenceModule {
  static forRoot(options: PersistenceOptions): DynamicModule {
    const providers = providersOf(options);
    return {
      module: PersistenceModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [...providers, PersistenceLifecycle],
      exports: providers,
    };
  }
}

function providersOf(options: PersistenceOptions): Provider[] {
  const { service, config, logger = silentLogger() } = options;
  const provide = <T>(
    token: InjectionToken,
    inject: (InjectionToken | OptionalFactoryDependency)[],
    make: (...args: never[]) => T,
  ): Provider => ({ provide: token, inject, useFactory: make }) as Provider;
  return [
    { provide: PERSISTENCE_OPTIONS, useValue: { ...options, logger } },
    provide(DatabasePools, [], () => new DatabasePools(options, logger)),
    provide(
      Transactions,
      [DatabasePools, { token: Metrics, optional: true }],
      (pools: DatabasePools, metrics = new Metrics(service)) =>
        transactionsOf(pools, { logger, metrics }),
    ),
    provide(OperatorReads, [], () => new OperatorReads(options)),
    provide(
      CustomerAppViews,
      [DatabasePools],
      (pools: DatabasePools) => new CustomerAppViews(pools.app),
    ),
    provide(Clock, [CustomerAppViews], (views: CustomerAppViews) => new DatabaseClock(views)),
    provide(KeyProvider, [], () => new FileKeyProvider({ folder: config.keysDir, service })),
    provide(Encryption, [KeyProvider], (keys: KeyProvider) => new Encryption(keys)),
    provide(KeyedHash, [KeyProvider], (keys: KeyProvider) => new KeyedHash(keys)),
    provide(PersonalDataVault, [Encryption], (box: Encryption) => new PersonalDataVault(box)),
    provide(
      Idempotency,
      [Transactions, Encryption],
      (transactions: Transactions, box: Encryption) => new Idempotency(transactions, box),
    ),
    Inbox,
    provide(
      DueJobRunner,
      [Transactions, DatabasePools, { token: Metrics, optional: true }],
      (transactions: Transactions, pools: DatabasePools, metrics = new Metrics(service)) => {
        const runner = dueJobsOf(transactions, { ...options, logger, metrics });
        pools.onWorked = () => runner.wake();
        return runner;
      },
    ),
  ];
}

function transactionsOf(
  pools: DatabasePools,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Transactions {
  return new PgTransactions({
    appPool: pools.app,
    workerPool: pools.worker,
    workerByKeyPool: pools.workerByKey,
    operatorPool: pools.operator,
    operatorWorkerPool: pools.operatorWorker,
    isOfOperator: () => requestContext.current()?.isOfOperator ?? false,
    origin: () => ({
      traceparent: currentTraceparent(),
      requestId: requestContext.current()?.requestId,
    }),
    onPublished: () => pools.doorbell.ring(),
    onWorked: () => pools.onWorked(),
    onMoved: moveMetrics(metrics),
    onError: (error) => logger.error({ error }, 'an action after a commit failed'),
  });
}

function dueJobsOf(
  transactions: Transactions,
  options: PersistenceOptions & { readonly logger: Logger; readonly metrics: Metrics },
): DueJobRunner {
  const runner = new DueJobRunner({
    transactions,
    lockUrl: options.config.databaseWorkerUrl,
    onError: (error, job) => options.logger.error({ error, job }, 'a due job failed'),
  });
  const rules = [...baseRetention, ...(options.retention ?? [])];
  runner.register(new RetentionJob(transactions, rules, options.metrics));
  return runner;
}

/** Counts committed transitions of state machines. */
export function moveMetrics(metrics: Metrics): (moves: readonly StateMove[]) => void {
  const counter = metrics.counter({
    name: 'state_machine_moves_total',
    help: 'Committed moves, by state machine, previous status ("none" at creation) and new status.',
    labels: ['machine', 'from', 'to'],
  });
  return (moves) => {
    for (const { machine, from, to } of moves) counter.inc({ machine, from: from ?? 'none', to });
  };
}
