import { Injectable } from '@nestjs/common';
import type { ConnectorPlace } from '@towpath/http';
import { DomainError, type MandateId, type PaymentId } from '@towpath/kernel';
import { byKey, byValues, WriteBatch, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { DirectDebitCharge } from '../../banks/direct-debit/ports.js';
import {
  mandateNotFound,
  type Mandate,
  type MandateSnapshot,
} from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import type { Submission } from '../../mandates/mandates/submission.js';
import { objectionTo, periodExceeded, periodStart, type ChargeObjection } from './charge-limits.js';
import { DirectDebit } from './direct-debit.js';
import { directDebits } from './direct-debit.table.js';
import { embeddedError, fromPlain, definitionOf } from '@towpath/contracts';
import { MandateChargeProcessorDetails } from '@towpath/contracts/internal';

/** Publishes the present state of a charge as the next event of its mandate. */
export function publishChargeUpdate(
  batch: WriteBatch,
  { snapshot, answer }: DirectDebit,
  sequence: number,
): void {
  const { customerAppId, mandateId, paymentId, amount, currency, updatedAt } = snapshot;
  const { bankStatus, failure, bankTransactionReference, processorDetails } = answer;
  batch.publish(definitionOf('mandate.charge_updated'), {
    payload: {
      customer_app_id: customerAppId,
      occurred_at: updatedAt.toISOString(),
      mandate_id: mandateId,
      payment_id: paymentId,
      bank_status: bankStatus,
      amount,
      currency,
      bank_transaction_reference: bankTransactionReference ?? undefined,
      processor_details: processorDetails
        ? fromPlain(MandateChargeProcessorDetails, processorDetails)
        : undefined,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    },
    sequence,
    customerAppId,
  });
}

export interface ChargeOrder {
  readonly mandateId: MandateId;
  readonly paymentId: PaymentId;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

/** The bank, and the charge in its terms. */
export interface BankOrder extends ConnectorPlace {
  readonly charge: DirectDebitCharge;
}

/** A charge under the lock of its mandate. */
export interface LockedDebit {
  readonly mandate: Mandate;
  readonly debit: DirectDebit;
}

interface Reservation {
  readonly debit: DirectDebit;
  /** The order for the bank; null if the charge was known before. */
  readonly order: BankOrder | null;
}

/** A charge of a mandate in one of its calendar periods. */
interface UsedPeriod {
  readonly mandateId: MandateId;
  /** `YYYY-MM-DD`: its first day. */
  readonly periodStart: string;
  /** Minor units. */
  readonly amount: number;
}

type PeriodLimits = Pick<MandateSnapshot, 'maxPeriodAmount' | 'maxPeriodCount'>;

const BEYOND = `FROM direct_debits d
  WHERE d.customer_app_id = $1 AND d.mandate_id = $2 AND d.period_start = $3::date
    AND d.status = 'EXECUTED' AND NOT d.reserved`;

// The row is locked by the very statement that compares it: nothing can come between. What a bank
// collected after its room had gone to others is in no row, and takes room all the same.
const TAKE = byKey(`INSERT INTO mandate_usage AS u
    (customer_app_id, mandate_id, period_start, used_amount, used_count, max_amount, max_count)
  SELECT $1, $2, $3::date, $4::bigint, 1, $5::bigint, $6::bigint
  WHERE $4::bigint <= COALESCE($5::bigint, $4::bigint)
  ON CONFLICT (customer_app_id, mandate_id, period_start) DO UPDATE
    SET used_amount = u.used_amount + excluded.used_amount, used_count = u.used_count + 1
    WHERE (u.max_amount IS NULL OR u.used_amount + excluded.used_amount + (
        SELECT COALESCE(sum(d.amount), 0) ${BEYOND}) <= u.max_amount)
      AND (u.max_count IS NULL OR u.used_count + (SELECT count(*) ${BEYOND}) < u.max_count)
  RETURNING 1 AS taken`);

const GIVE_BACK = byKey(`UPDATE mandate_usage
  SET used_amount = used_amount - $4, used_count = used_count - 1
  WHERE customer_app_id = $1 AND mandate_id = $2 AND period_start = $3
  RETURNING 1 AS given`);

const NO_BANK: ChargeObjection = {
  code: 'INVALID_MANDATE_STATUS',
  explanation: 'The bank that keeps the mandate is no longer connected.',
};

/**
 * Commands on charges of mandates. The lock of a mandate also locks its charges. It is always taken
 * first, to prevent deadlocks.
 */
@Injectable()
export class ChargesService {
  constructor(
    private readonly mandates: MandatesService,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /**
   * Reserves a charge under the lock of its mandate, so a revocation, cancellation or end comes
   * before or after it. One statement reserves the limits of a period. Null for a charge that is not
   * known and not to be begun.
   */
  async reserve(
    tx: AppTx,
    order: ChargeOrder,
    { begin }: { readonly begin: boolean },
  ): Promise<Reservation | null> {
    const { mandateId, paymentId } = order;
    // One packet: what comes after the lock is read once it is held.
    const [mandate, known, submission] = await Promise.all([
      this.mandates.lock(tx, mandateId),
      this.find(tx, paymentId),
      this.mandates.submission(tx, mandateId),
    ]);
    if (!mandate) throw mandateNotFound();
    if (known) return { debit: sameCharge(known, order), order: null };
    return begin ? this.begin(tx, { mandate, submission }, order) : null;
  }

  /** Null for a payment that charges no mandate here. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedDebit | null> {
    const sql =
      'SELECT mandate_id FROM direct_debits WHERE customer_app_id = $1 AND payment_id = $2';
    // One packet; the second statement begins once the first has the lock, and sees what is then.
    const [mandate, debit] = await Promise.all([
      this.mandates.lockNamedBy(tx, { sql, params: [tx.customerApp.id, paymentId] }),
      this.find(tx, paymentId),
    ]);
    return mandate && debit && { mandate, debit };
  }

  /** The order of a locked charge. */
  async orderOf(tx: AppTx, debit: DirectDebit): Promise<BankOrder> {
    const submission = await this.mandates.submission(tx, debit.snapshot.mandateId);
    if (!submission) throw new Error(`charge ${debit.snapshot.paymentId} has no mandate at a bank`);
    return bankOrderOf(tx, debit, submission);
  }

  /** Saves the schedule of a locked charge. */
  save(tx: AppTx, debit: DirectDebit): void {
    const batch = new WriteBatch();
    directDebits.save(batch, debit);
    tx.write(batch);
  }

  /**
   * Saves the moves of a locked charge and publishes them, in the sequence of its mandate. A charge
   * counts in its period if the bank may collect it, or has collected and not returned it.
   */
  async saveMoved(tx: AppTx, { mandate, debit }: LockedDebit): Promise<void> {
    const counts = debit.status === 'SUBMITTED' || debit.status === 'EXECUTED';
    const { mandateId, periodStart: start, amount, reserved } = debit.snapshot;
    const used = start === null ? null : { mandateId, periodStart: start, amount };
    if (counts && !reserved) {
      // Another charge may have the room by now: the money is there all the same.
      debit.count(used === null || (await takeRoom(tx, used, mandate.snapshot)));
    } else if (!counts && reserved) {
      if (used) await giveBackRoom(tx, used);
      debit.count(false);
    }
    const batch = new WriteBatch();
    directDebits.save(batch, debit);
    publishChargeUpdate(batch, debit, this.mandates.nextSequence(batch, mandate));
    tx.write(batch);
  }

  /** A mandate has ended: the bank is asked at once what becomes of the charges it still has. */
  async makeAllDue(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(
      byValues(`UPDATE direct_debits SET follow_up_at = $3, follow_ups_asked = 0
       WHERE customer_app_id = $1 AND mandate_id = $2 AND status IN ('RESERVED', 'SUBMITTED')`),
      [tx.customerApp.id, mandateId, tx.now],
    );
  }

  private async find(tx: AppTx, paymentId: PaymentId): Promise<DirectDebit | null> {
    const row = await directDebits.find(tx, { paymentId });
    return row && DirectDebit.restore(row);
  }

  private async begin(
    tx: AppTx,
    { mandate, submission }: { readonly mandate: Mandate; readonly submission: Submission | null },
    order: ChargeOrder,
  ): Promise<Reservation> {
    const objection = objectionTo(mandate.snapshot, order, tx.now) ?? wrongRail(tx, mandate);
    if (objection) throw refused(objection);
    const bank = this.banks.find({
      appType: tx.customerApp.type,
      integrationId: submission?.snapshot.integrationId ?? null,
      connector: submission?.snapshot.connector ?? null,
    });
    if (!submission || !bank) throw refused(NO_BANK);
    const { paymentId, mandateId, amount, currency } = order;
    const debit = DirectDebit.reserve(
      {
        paymentId,
        customerAppId: tx.customerApp.id,
        mandateId,
        integrationId: bank.integrationId,
        connector: bank.connector,
        amount,
        currency,
        periodStart: await takePeriod(tx, mandate, amount),
      },
      tx.now,
    );
    this.save(tx, debit);
    return { debit, order: bankOrderOf(tx, debit, submission) };
  }
}

async function takePeriod(
  tx: AppTx,
  { snapshot }: Mandate,
  amount: number,
): Promise<string | null> {
  const { mandateId, period } = snapshot;
  if (period === null) return null;
  const start = periodStart(period, tx.now);
  if (await takeRoom(tx, { mandateId, periodStart: start, amount }, snapshot)) return start;
  throw refused(periodExceeded(snapshot));
}

/**
 * Adds one charge to a period if amount and count stay within the limits, else changes nothing and
 * answers false: one statement, and a CHECK behind it.
 */
async function takeRoom(
  tx: AppTx,
  used: UsedPeriod,
  { maxPeriodAmount, maxPeriodCount }: PeriodLimits,
): Promise<boolean> {
  const rows = await tx.query(TAKE, [...valuesOf(tx, used), maxPeriodAmount, maxPeriodCount]);
  return rows.length === 1;
}

/** Gives the room of one charge back. */
async function giveBackRoom(tx: AppTx, used: UsedPeriod): Promise<void> {
  const rows = await tx.query(GIVE_BACK, valuesOf(tx, used));
  if (rows.length === 1) return;
  throw new Error(`mandate ${used.mandateId} has no usage from ${used.periodStart} on`);
}

function valuesOf(tx: AppTx, { mandateId, periodStart, amount }: UsedPeriod): unknown[] {
  return [tx.customerApp.id, mandateId, periodStart, amount];
}

function bankOrderOf(tx: AppTx, { snapshot }: DirectDebit, submission: Submission): BankOrder {
  const { paymentId, customerAppId, integrationId, connector, amount, currency } = snapshot;
  const mandateReference = submission.snapshot.reference;
  return {
    appType: tx.customerApp.type,
    integrationId,
    connector,
    charge: {
      reference: paymentId,
      mandateReference,
      customerAppId,
      paymentId,
      amount,
      currency,
    },
  };
}

/** Test and live never mix, also after an app has changed its type. */
function wrongRail(tx: AppTx, { snapshot }: Mandate): ChargeObjection | null {
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

function refused({ code, explanation }: ChargeObjection): DomainError {
  return new DomainError(code, explanation);
}
