import {
  Inject,
  Injectable,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { HealthRegistry } from '@towpath/observability';
import { DatabasePools } from './database/database-pools.js';
import { waitForDatabase } from './database/database-start.js';
import { assertMigrated, assertNoRlsBypass } from './database/row-security-check.js';
import { DueJob } from './due-jobs/due-job.js';
import { DueJobRunner } from './due-jobs/due-job-runner.js';
import { BASE_KEY_PURPOSES, KeyProvider } from './encryption/key-provider.js';
import { OperatorReads } from './operators/operator-reads.js';
import { PERSISTENCE_OPTIONS } from './persistence-options.js';
import type { PersistenceOptions } from './persistence-options.js';

/** Refuses to start on an unsafe or outdated database, and closes it last. */
@Injectable()
export class PersistenceLifecycle
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(PERSISTENCE_OPTIONS) private readonly options: PersistenceOptions,
    private readonly pools: DatabasePools,
    private readonly keys: KeyProvider,
    private readonly operatorReads: OperatorReads,
    private readonly dueJobs: DueJobRunner,
    private readonly discovery: DiscoveryService,
    @Optional() private readonly health?: HealthRegistry,
  ) {}

  async onModuleInit(): Promise<void> {
    this.registerDueJobs();
    this.keys.require([...BASE_KEY_PURPOSES, ...(this.options.keyPurposes ?? [])]);
    const { databasePatienceMs: patienceMs = 0, logger } = this.options;
    await waitForDatabase(this.pools.app, { patienceMs, logger });
    const expected = this.options.migrations.map((migration) => migration.name);
    await assertMigrated(this.pools.app, expected);
    await assertNoRlsBypass(this.pools.app);
    await assertNoRlsBypass(this.pools.worker);
    this.health?.register('postgres', () => this.pools.check());
  }

  onApplicationBootstrap(): void {
    if (this.options.dueJobs !== 'manual') this.dueJobs.start();
  }

  /**
   * Runs before the servers close: running requests still need the pools, and new jobs would not
   * end.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await this.dueJobs.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pools.close(), this.operatorReads.close()]);
  }

  /** Each provider of the service that is a due job; those of inner modules run first. */
  private registerDueJobs(): void {
    const inward = (wrapper: InstanceWrapper) => wrapper.host?.distance ?? 0;
    const providers = this.discovery.getProviders();
    for (const { instance } of providers.sort((one, other) => inward(other) - inward(one))) {
      if (instance instanceof DueJob) this.dueJobs.register(instance);
    }
  }
}
