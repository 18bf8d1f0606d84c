import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import { LOGGER, PeerUnavailable, SERVICE_NAME } from '@towpath/http';
import { Metrics, type Logger } from '@towpath/observability';
import {
  auditSealsAfter,
  DueJob,
  lastAuditSeal,
  sealAudit,
  Transactions,
  unsealedAge,
} from '@towpath/persistence';
import { SealCopies } from './seal-copies.js';

/** With the polls of an idle process, which are up to 4 s apart, a seal is made each 5 s. */
const REST_MS = 4_500;
const PAGE = 200;
/** What was measured before is another replica's by now: only the one that seals tells. */
const FRESH_MS = 60_000;

interface Measured {
  readonly at: number;
  readonly value: number;
}

/**
 * Seals the audit of this database, on one replica at a time. The gateway and the log get a copy of
 * each seal. Copies that the gateway could not take are sent later.
 */
@Injectable()
export class SealAuditJob extends DueJob {
  override readonly name = 'seal-audit';
  /** Number of the last seal whose copy the gateway has; unknown at the start. */
  private copiedTo: number | undefined;
  private unsealed: Measured | undefined;
  private waiting: Measured | undefined;
  private readonly alarms;

  constructor(
    private readonly transactions: Transactions,
    private readonly copies: SealCopies,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super(REST_MS);
    this.alarms = metrics.counter({
      name: 'audit_alarms_total',
      help: 'Seals of the audit that the gateway contradicts, by kind: tail_cut or refused.',
      labels: ['kind'],
    });
    metrics.gauge({
      name: 'audit_unsealed_age_seconds',
      help: 'Age of the oldest entry of the audit that waits for its seal.',
      collect: (gauge) => tellFresh(gauge, this.unsealed),
    });
    metrics.gauge({
      name: 'audit_seals_without_copy',
      help: 'Seals of the audit that the gateway did not take yet.',
      collect: (gauge) => tellFresh(gauge, this.waiting),
    });
  }

  override async runDue(app?: string): Promise<number> {
    if (app || this.isAtRest) return 0;
    this.beginRest();
    await this.seal();
    await this.copy();
    return 0;
  }

  private async seal(): Promise<void> {
    this.unsealed = measured(await this.transactions.asWorker(unsealedAge));
    for (;;) {
      const seal = await this.transactions.asWorker((tx) => sealAudit(tx, this.service));
      if (!seal) return;
      const { number, count, hash } = seal;
      this.logger.info({ seal: number, entries: count, hash }, 'audit sealed');
    }
  }

  private async copy(): Promise<void> {
    const last = await this.transactions.asWorker(lastAuditSeal);
    // Nothing was ever sealed here, or everything was taken: the next seal tells which.
    if (last === 0 && this.copiedTo === undefined) return;
    try {
      let copied = await this.comparedTo(last);
      while (copied < last) copied = await this.copyAfter(copied);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      this.logger.warn({ error }, 'copies of audit seals wait for the gateway');
    } finally {
      this.waiting = measured(last - (this.copiedTo ?? 0));
    }
  }

  private async copyAfter(number: number): Promise<number> {
    const seals = await this.transactions.asWorker((tx) =>
      auditSealsAfter(tx, { number, limit: PAGE }),
    );
    const { refused } = await this.copies.send(seals);
    if (refused.length > 0) {
      this.alarms.inc({ kind: 'refused' }, refused.length);
      this.logger.error({ refused }, 'the gateway knows other seals of the audit');
    }
    return (this.copiedTo = seals.at(-1)?.number ?? number);
  }

  /**
   * From where on copies are sent. After a start, the last seal that the gateway knows is compared
   * once more.
   */
  private async comparedTo(last: number): Promise<number> {
    const known = this.copiedTo ?? (await this.copies.send([])).known_to;
    if (known > last) {
      this.alarms.inc({ kind: 'tail_cut' });
      this.logger.error({ known, last }, 'the tail of the audit is cut: the gateway knows more');
    }
    const first = Math.max(Math.min(known, last) - 1, 0);
    return (this.copiedTo = this.copiedTo === undefined ? first : Math.min(known, last));
  }
}

const measured = (value: number): Measured => ({ at: performance.now(), value });

function tellFresh(
  gauge: { set(value: number): void; remove(): void },
  last: Measured | undefined,
): void {
  if (last && performance.now() - last.at < FRESH_MS) gauge.set(last.value);
  else gauge.remove();
}
