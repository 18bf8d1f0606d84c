import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Metrics } from '@towpath/observability';
import { byValues, DueJob, Transactions } from '@towpath/persistence';

const EVERY_MS = 5 * 60_000;
/** After so long in ms, the measurement of a replica that no longer leads is outdated. */
const FRESH_MS = 3 * EVERY_MS;

/**
 * Captures follow their authorization at once. A charge that the gateway has not seen for an hour
 * ends, so that an older one waits for its capture.
 */
const LATE = byValues(`SELECT
    (SELECT count(*) FROM payment_attempts WHERE follow_up_at IS NOT NULL
       AND status = 'CAPTURING' AND payment_method_type IN ('CARD', 'WALLET')
       AND updated_at < app_now(customer_app_id) - interval '1 hour')
  + (SELECT count(*) FROM charges WHERE follow_up_at IS NOT NULL
       AND created_at < app_now(customer_app_id) - interval '1 hour') AS late`);

/** A metric of authorized card payments whose capture has not ended for an hour: the hold runs out. */
@Injectable()
export class MeasureLateCaptures extends DueJob implements OnModuleInit {
  override readonly name = 'measure-late-captures';
  private last: { readonly at: number; readonly late: number } | undefined;

  constructor(
    private readonly db: Transactions,
    private readonly metrics: Metrics,
  ) {
    super(EVERY_MS);
  }

  onModuleInit(): void {
    this.metrics.gauge({
      name: 'card_captures_late',
      help: 'Authorized card payments whose capture has not ended for an hour.',
      collect: (gauge) => {
        const { last } = this;
        if (last && performance.now() - last.at < FRESH_MS) gauge.set(last.late);
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
  async measure(): Promise<number> {
    const [row] = await this.db.asWorker((tx) => tx.query<{ late: number }>(LATE));
    const late = row?.late ?? 0;
    this.last = { at: performance.now(), late };
    return late;
  }
}
