import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Metrics, type Logger } from '@towpath/observability';
import { DueJob } from '@towpath/persistence';
import { LedgerChecksService } from './ledger-checks.service.js';
import { LedgerVerificationReads } from './ledger-verification.reads.js';

const EVERY_MS = 10 * 60_000;
/** After so long in ms, the measurement of a replica that no longer leads is outdated. */
const FRESH_MS = 3 * EVERY_MS;

interface Measured {
  readonly at: number;
  /** Minor units by currency, over all customer apps; without its sign. */
  readonly drift: ReadonlyMap<string, number>;
}

/**
 * A metric of the sum of all balances of each customer app: 0, unless a write bypassed the ledger.
 * It reads the latest checkpoints and later transfers, so it is cheap; `ledger verify` proves the
 * rest.
 */
@Injectable()
export class MeasureDrift extends DueJob implements OnModuleInit {
  override readonly name = 'measure-ledger-drift';
  private last: Measured | undefined;

  constructor(
    private readonly ledger: LedgerVerificationReads,
    private readonly checks: LedgerChecksService,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super(EVERY_MS);
  }

  onModuleInit(): void {
    this.metrics.gauge({
      name: 'ledger_drift_minor_units',
      help: 'What the balances of all customer apps lack to zero, by currency; 0 is right.',
      labels: ['currency'],
      collect: (gauge) => {
        gauge.reset();
        for (const [currency, sum] of this.fresh()?.drift ?? []) gauge.set({ currency }, sum);
      },
    });
    this.metrics.gauge({
      name: 'ledger_drift_age_seconds',
      help: 'Since when the drift of the ledger was not measured; only the leading replica tells.',
      collect: (gauge) => {
        const last = this.fresh();
        if (last) gauge.set((performance.now() - last.at) / 1_000);
        else gauge.remove();
      },
    });
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (app || this.isAtRest) return 0;
    this.beginRest();
    await this.measure();
    return 0;
  }

  /** All customer apps, whether or not it is time. */
  async measure(): Promise<void> {
    const drift = new Map<string, number>();
    for (let page = await this.ledger.customerApps(null); page.length > 0;) {
      for (const app of page) await this.add(drift, app);
      page = await this.ledger.customerApps(page.at(-1) ?? null);
    }
    this.last = { at: performance.now(), drift };
  }

  private async add(drift: Map<string, number>, app: CustomerAppId): Promise<void> {
    const sums = await this.ledger.sums(app);
    const own = new Map([...sums].map(([currency, sum]) => [currency, Math.abs(sum)]));
    await this.checks.record(app, own);
    for (const [currency, sum] of sums) {
      drift.set(currency, (drift.get(currency) ?? 0) + Math.abs(sum));
      if (sum === 0) continue;
      this.logger.error({ customerAppId: app, currency, sum }, 'balances do not sum to zero');
    }
  }

  private fresh(): Measured | undefined {
    const { last } = this;
    return last && performance.now() - last.at < FRESH_MS ? last : undefined;
  }
}
