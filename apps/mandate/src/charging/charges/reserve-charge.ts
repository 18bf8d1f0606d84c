import { Injectable } from '@nestjs/common';
import { DomainError, type MandateId, nextFollowUp, type PaymentId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import type { Submission } from '../../mandates/mandates/submission.js';
import { SubmissionRepository } from '../../mandates/mandates/submission-ports.js';
import { bankOrderOf, type BankOrder } from './charge-order.js';
import type { Objection } from './domain/bank-word.js';
import { objectionTo, periodExceeded } from './domain/charge-objection.js';
import { DirectDebit } from './domain/direct-debit.js';
import { periodStart } from './domain/limit-period.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import { MandateUsage } from './persistence/mandate-usage.js';

export interface ChargeOrder {
  readonly mandateId: MandateId;
  readonly paymentId: PaymentId;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

interface Reservation {
  readonly debit: DirectDebit;
  /** The order for the bank; null if the charge was known before. */
  readonly order: BankOrder | null;
}

/**
 * Reserves a charge under the lock of its mandate, so a revocation, cancellation or end comes
 * before or after it. One statement reserves the limits of a period.
 */
@Injectable()
export class ReserveCharge {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly banks: DirectDebitRegistry,
    private readonly debits: DirectDebitRepository,
    private readonly usage: MandateUsage,
  ) {}

  /** Null for a charge that is not known and not to be begun. */
  async execute(
    tx: AppTx,
    order: ChargeOrder,
    { begin }: { readonly begin: boolean },
  ): Promise<Reservation | null> {
    const { mandateId, paymentId } = order;
    // One packet: what comes after the lock is read once it is held.
    const [mandate, known, submission] = await Promise.all([
      this.mandates.lock(tx, mandateId),
      this.debits.find(tx, paymentId),
      this.submissions.find(tx, mandateId),
    ]);
    if (!mandate) throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
    if (known) return { debit: sameCharge(known, order), order: null };
    return begin ? this.begin(tx, { mandate, submission }, order) : null;
  }

  private async begin(
    tx: AppTx,
    { mandate, submission }: { readonly mandate: Mandate; readonly submission: Submission | null },
    order: ChargeOrder,
  ): Promise<Reservation> {
    const objection = objectionTo(mandate.snapshot, order, tx.now) ?? wrongRail(tx, mandate);
    if (objection) throw refused(objection);
    const integrationId = submission?.snapshot.integrationId ?? null;
    const bank = this.banks.find({ appType: tx.customerApp.type, integrationId });
    if (!submission || !bank) throw refused(NO_BANK);
    const { amount, currency, paymentId, mandateId } = order;
    const debit = DirectDebit.reserve(
      {
        paymentId,
        customerAppId: tx.customerApp.id,
        mandateId,
        integrationId: bank.integrationId,
        amount,
        currency,
        periodStart: await this.takePeriod(tx, mandate, amount),
      },
      { now: tx.now, followUpAt: nextFollowUp(0, tx.now) },
    );
    const batch = new WriteBatch();
    this.debits.save(batch, debit);
    tx.write(batch);
    return { debit, order: bankOrderOf(tx, debit, submission) };
  }

  private async takePeriod(tx: AppTx, mandate: Mandate, amount: number): Promise<string | null> {
    const { limits, mandateId } = mandate.snapshot;
    if (!limits || limits.period === null) return null;
    const start = periodStart(limits.period, tx.now);
    const used = { mandateId, periodStart: start, amount };
    if (!(await this.usage.take(tx, used, limits))) throw refused(periodExceeded(mandate.snapshot));
    return start;
  }
}

const NO_BANK: Objection = {
  code: 'INVALID_MANDATE_STATUS',
  explanation: 'The bank that keeps the mandate is no longer connected.',
};

/** Test and live never mix, also after an app has changed its type. */
function wrongRail(tx: AppTx, { snapshot }: Mandate): Objection | null {
  if (snapshot.live === (tx.customerApp.type === 'LIVE')) return null;
  const explanation = 'The mandate was set up before the customer app changed its type.';
  return { code: 'INVALID_MANDATE_STATUS', explanation };
}

/** A payment has one charge: another charge with its ID is a fault of the caller. */
function sameCharge(debit: DirectDebit, order: ChargeOrder): DirectDebit {
  const { mandateId, amount, currency } = debit.snapshot;
  const same =
    mandateId === order.mandateId && amount === order.amount && currency === order.currency;
  if (same) return debit;
  throw new DomainError('INVALID_REQUEST', 'payment_id has another charge already.');
}

function refused({ code, explanation }: Objection): DomainError {
  return new DomainError(code, explanation);
}
