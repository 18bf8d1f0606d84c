import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { LINK_GONE } from './mandate-failures.js';
import { PursueSubmission } from './pursue-submission.use-case.js';
import type { Mandate, MandateSnapshot } from './mandate.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { StopMandate } from './stop-mandate.js';

/**
 * A payment link gives up its mandate: the payer left, chose another method, or the link ended. A
 * draft is closed. A mandate that the bank may have is ended there and fails. A mandate that is
 * already active is cancelled. An ended mandate stays unchanged, so the use case is repeatable.
 */
@Injectable()
export class AbandonMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly stop: StopMandate,
    private readonly pursueSubmission: PursueSubmission,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawMandateId: string,
    { reason }: { readonly reason: string | null },
  ): Promise<MandateSnapshot> {
    const mandateId = parseMandateId(rawMandateId);
    const mandate = await this.transactions.forApp(customerAppId, (tx) =>
      this.within(tx, mandateId, { reason }),
    );
    if (!mandate) throw mandateNotFound();
    await this.pursueSubmission.execute(customerAppId, mandateId);
    return mandate.snapshot;
  }

  /**
   * In the caller's transaction; a job notifies the bank. Null for an unknown mandate. A draft is
   * closed `at` the instant at which its link gave it up, by default at present.
   */
  async within(
    tx: AppTx,
    mandateId: MandateId,
    { reason, at }: { readonly reason: string | null; readonly at?: Date },
  ): Promise<Mandate | null> {
    const mandate = await this.stop.lock(tx, mandateId);
    if (!mandate) return null;
    if (mandate.can('abandon')) {
      mandate.abandon(instantOf(mandate, { at: at ?? tx.now, now: tx.now }), reason);
      await this.stop.save(tx, mandate);
    } else if (mandate.status === 'SUCCEEDED') {
      mandate.cancel(tx.now);
      await this.stop.save(tx, mandate);
    } else if (mandate.can('fail')) {
      await this.stop.recall(tx, mandate, LINK_GONE);
    }
    return mandate;
  }
}

/** Not before the last change of the mandate, nor after the present. */
function instantOf(
  { snapshot }: Mandate,
  { at, now }: { readonly at: Date; readonly now: Date },
): Date {
  if (at > now) return now;
  return snapshot.updatedAt > at ? snapshot.updatedAt : at;
}
