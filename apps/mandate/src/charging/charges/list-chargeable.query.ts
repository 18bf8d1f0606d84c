import { Injectable } from '@nestjs/common';
import type {
  ListChargeableMandatesRequest,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { mandateRecord } from '../../mandates/mandates/mandate-record.view.js';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import type { Submission } from '../../mandates/mandates/submission.js';
import { SubmissionRepository } from '../../mandates/mandates/submission-ports.js';
import { objectionTo, type AskedCharge } from './domain/charge-objection.js';
import { periodStart } from './domain/limit-period.js';
import { MandateUsage } from './persistence/mandate-usage.js';
import type { LimitedPeriod } from './ports.js';

/**
 * The mandates of a payer that can be charged at present. It reserves nothing: the charge itself
 * checks again, under the lock of its mandate.
 */
@Injectable()
export class ListChargeable {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly banks: DirectDebitRegistry,
    private readonly usage: MandateUsage,
  ) {}

  execute(asked: ListChargeableMandatesRequest): Promise<ReadMandatesResponse> {
    return this.transactions.forApp(asked.customer_app_id as CustomerAppId, async (tx) => {
      const ofUser = await this.mandates.named(tx, { userId: asked.user_id });
      const within = ofUser
        .map(({ snapshot }) => snapshot)
        .filter((each) => isWithinTerms(tx, each, asked));
      const ids = within.map(({ mandateId }) => mandateId);
      const submissions = await this.submissions.findAll(tx, ids);
      const connected = within.filter(({ mandateId }) =>
        this.hasBank(tx, submissions.get(mandateId)),
      );
      const full = await this.usedUp(tx, connected, asked.amount);
      const chargeable = connected.filter(({ mandateId }) => !full.has(mandateId));
      return {
        mandates: chargeable.map((each) => mandateRecord(each, submissions.get(each.mandateId))),
      };
    });
  }

  private hasBank(tx: AppTx, submission: Submission | undefined): boolean {
    const integrationId = submission?.snapshot.integrationId ?? null;
    return this.banks.find({ appType: tx.customerApp.type, integrationId }) !== undefined;
  }

  private usedUp(
    tx: AppTx,
    mandates: readonly MandateSnapshot[],
    amount: number,
  ): Promise<ReadonlySet<MandateId>> {
    const limited = mandates.flatMap(({ mandateId, limits }): LimitedPeriod[] => {
      if (!limits || limits.period === null) return [];
      const { maxPeriodAmount, maxPeriodCount } = limits;
      const start = periodStart(limits.period, tx.now);
      return [{ mandateId, periodStart: start, maxPeriodAmount, maxPeriodCount }];
    });
    return limited.length === 0
      ? Promise.resolve(new Set())
      : this.usage.withoutRoom(tx, limited, amount);
  }
}

function isWithinTerms(tx: AppTx, mandate: MandateSnapshot, asked: AskedCharge): boolean {
  const isOfRail = mandate.live === (tx.customerApp.type === 'LIVE');
  return isOfRail && objectionTo(mandate, asked, tx.now) === null;
}
