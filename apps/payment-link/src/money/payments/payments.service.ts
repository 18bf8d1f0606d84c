import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
} from '@towpath/kernel';
import {
  byKey,
  Transactions,
  type AppTx,
  type Lookup,
  type WriteBatch,
  publishChanges,
} from '@towpath/persistence';
import { Payment, type PaymentStep, type PaymentTerms, type ProcessorReport } from './payment.js';
import { payments } from './payment.table.js';
import { paymentNotFound, PaymentsReads } from './payments.reads.js';
import { DisputeHoldsService } from '../payment-disputes/dispute-holds.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { embeddedError } from '@towpath/contracts';

function publishPaymentChanges(batch: WriteBatch, { snapshot, changes }: Payment): void {
  const { customerAppId, failure } = snapshot;
  const processor = snapshot.processorDetails as { readonly processor_id?: string } | null;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      payment_id: snapshot.paymentId,
      type: snapshot.type,
      amount: snapshot.amount,
      currency: snapshot.currency,
      payment_method_id: snapshot.paymentMethodId ?? undefined,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      mandate_id: snapshot.mandateId ?? undefined,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      external_transaction_reference: snapshot.externalTransactionReference ?? undefined,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
      payment_processor: processor?.processor_id,
      amount_returned: snapshot.amountReturned ?? undefined,
    };
  });
}

export interface LockedFunds {
  readonly payment: Payment;
  /** Less is left of it than was paid. */
  readonly isReduced: boolean;
}

/** Amount: minor units. */
interface ReservedAmount {
  readonly paymentId: PaymentId;
  readonly amount: number;
}

/** What was returned of a payment, is about to be, or is disputed. */
const GONE = `(coalesce(amount_returned, 0) + refunds_total + disputed_total)`;
const LEFT = `(amount + surcharge_amount - ${GONE})`;

const OPEN = `status NOT IN ('EXECUTED', 'FAILED', 'REVOKED', 'CANCELLED')`;

/** Commands on payments, in the transaction that locks their link or their charge. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: PaymentsReads,
    private readonly ledger: LedgerService,
    private readonly disputes: DisputeHoldsService,
  ) {}

  async find(tx: AppTx, paymentId: PaymentId): Promise<Payment | null> {
    const row = await payments.find(tx, { paymentId });
    return row && Payment.restore(row);
  }

  async findAll(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, Payment>> {
    const rows = await payments.findAll(tx, paymentIds);
    return new Map(rows.map((row) => [row.paymentId, Payment.restore(row)]));
  }

  ofAttempt(attemptId: PaymentAttemptId): Lookup<Payment | null> {
    return payments.lookup({ attemptId }, Payment.restore);
  }

  /** The payment of a link that has no outcome yet; there is at most one. */
  openOfLink(paymentLinkId: PaymentLinkId): Lookup<Payment | null> {
    return payments.lookup({ paymentLinkId }, Payment.restore, OPEN);
  }

  /** A payer chose how to pay a link. */
  startInHostedPage(tx: AppTx, batch: WriteBatch, terms: PaymentTerms): void {
    save(batch, Payment.startInHostedPage(terms, tx.now));
  }

  /** A payer has instructions for a bank transfer. */
  awaitTransfer(
    tx: AppTx,
    batch: WriteBatch,
    started: { readonly terms: PaymentTerms; readonly instructions: ProcessorReport },
  ): void {
    save(batch, Payment.issueInstructions(started.terms, started.instructions, tx.now));
  }

  /** Starts a payment by a stored method, and applies the steps that are already known. */
  charge(
    tx: AppTx,
    batch: WriteBatch,
    started: { readonly terms: PaymentTerms; readonly steps: readonly PaymentStep[] },
  ): Payment {
    const payment = Payment.chargeStoredMethod(started.terms, tx.now);
    this.advance(tx, batch, { payment, steps: started.steps });
    return payment;
  }

  /**
   * A payment that is executed is in the ledger with the same statement.
   *
   * @param advance the steps in order; no payment (a SETUP link) has none to take
   */
  advance(
    tx: AppTx,
    batch: WriteBatch,
    {
      payment,
      steps,
    }: { readonly payment: Payment | null; readonly steps: readonly PaymentStep[] },
  ): void {
    if (!payment) return;
    for (const step of steps) payment.take(step, tx.now);
    save(batch, payment);
    const { changes, snapshot } = payment;
    const { amount, surchargeAmount, feeAmount } = snapshot;
    const post = (kind: 'PAYMENT' | 'FEE' | 'RETURN' | 'RETURN_REVERSAL', moved: number) =>
      this.ledger.post(tx, batch, {
        kind,
        accountId: snapshot.recipientAccountId,
        amount: moved,
        currency: snapshot.currency,
        paymentId: snapshot.paymentId,
        atProcessor: kind !== 'FEE' && snapshot.atProcessor,
      });
    if (changes.some(({ from, to }) => to === 'EXECUTED' && from !== to)) {
      post('PAYMENT', amount + surchargeAmount);
      if (feeAmount > 0) post('FEE', feeAmount);
    }
    if (changes.some(({ command }) => command === 'takeBack')) {
      post('RETURN', amount + surchargeAmount);
    }
    if (changes.some(({ command }) => command === 'reinstate')) {
      post('RETURN_REVERSAL', amount + surchargeAmount);
    }
  }

  /**
   * Changes the customer app's metadata of a payment, not its status: there is no history row and no
   * event, and `updated_at` and the sequence stay, so a move that read the payment before succeeds.
   * Later events contain the new metadata.
   *
   * @param metadata undefined: unchanged
   */
  update(
    app: CustomerAppId,
    rawPaymentId: string,
    metadata: Readonly<Record<string, string>> | null | undefined,
  ): Promise<PaymentResponse> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    return this.reads.shown(
      this.db.forApp(app, async (tx) => {
        // One packet: the second statement sees the change.
        const params = [tx.customerApp.id, paymentId, metadata];
        const [, body] = await Promise.all([
          metadata === undefined ? null : tx.query(SET_METADATA, params),
          this.reads.body(tx, paymentId),
        ]);
        if (!body) throw paymentNotFound();
        return body;
      }),
    );
  }

  /** For those who spend the money of one payment: nothing of it is returned in the meantime. */
  async lockFunds(tx: AppTx, paymentId: PaymentId): Promise<LockedFunds | null> {
    const row = await payments.lock(tx, { paymentId });
    if (!row) return null;
    return { payment: Payment.restore(row), isReduced: goneOf(row) > 0 };
  }

  /** A payment with what is left of it to refund, in minor units. */
  async findRefundable(
    tx: AppTx,
    rawPaymentId: string,
  ): Promise<{ readonly payment: Payment; readonly left: number }> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    const row = paymentId && (await payments.find(tx, { paymentId }));
    if (!row) throw paymentNotFound();
    const left = row.amount + row.surchargeAmount - goneOf(row);
    return { payment: Payment.restore(row), left };
  }

  /**
   * Reserves the amount of a refund: refunds, disputes and returns of a payment never return more
   * together than was paid.
   *
   * @param asked minor units; null: all that is left
   */
  async reserveRefund(
    tx: AppTx,
    rawPaymentId: string,
    asked: number | null,
  ): Promise<{ readonly payment: Payment; readonly amount: number }> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const reserved = await reserve(tx, paymentId, asked);
    if (reserved)
      return { payment: Payment.restore(payments.from(reserved.row)), amount: reserved.amount };
    const [found] = await tx.query<{ status: string; left: number }>(
      byKey(
        `SELECT status, ${LEFT} AS left FROM payments WHERE customer_app_id = $1 AND payment_id = $2`,
      ),
      [tx.customerApp.id, paymentId],
    );
    if (!found) throw paymentNotFound();
    throw found.status === 'EXECUTED' ? tooMuch(found.left) : notExecuted();
  }

  /** The refund failed: disputes take what they lacked, and the rest may be refunded again. */
  async releaseRefund(tx: AppTx, { paymentId, amount }: ReservedAmount): Promise<void> {
    await tx.query(
      byKey(`UPDATE payments SET refunds_total = refunds_total - $3
       WHERE customer_app_id = $1 AND payment_id = $2`),
      [tx.customerApp.id, paymentId, amount],
    );
    await this.disputes.raise(tx, paymentId);
  }

  /**
   * Reserves the amount of a failed refund that succeeded after all. Returns false if the amount is
   * no longer left: more was returned than paid.
   */
  async reserveAgain(tx: AppTx, { paymentId, amount }: ReservedAmount): Promise<boolean> {
    return (await reserve(tx, paymentId, amount)) !== undefined;
  }
}

const SET_METADATA = byKey(
  `UPDATE payments SET metadata = $3 WHERE customer_app_id = $1 AND payment_id = $2`,
);

function goneOf(row: ReturnType<typeof payments.from>): number {
  return (row.amountReturned ?? 0) + row.refundsTotal + row.disputedTotal;
}

/** One statement, so that two refunds never take the same money. Undefined if less is left. */
async function reserve(tx: AppTx, paymentId: PaymentId, asked: number | null) {
  const [reserved] = await tx.query<{ row: unknown; amount: number }>(
    byKey(`UPDATE payments SET refunds_total = refunds_total + coalesce($3::bigint, ${LEFT})
     WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'EXECUTED'
       AND coalesce($3::bigint, ${LEFT}) BETWEEN 1 AND ${LEFT}
     RETURNING to_jsonb(new) AS row, new.refunds_total - old.refunds_total AS amount`),
    [tx.customerApp.id, paymentId, asked],
  );
  return reserved;
}

/** Adds a new payment, or what moved of a stored one, with its history and events. */
function save(batch: WriteBatch, payment: Payment): void {
  if (payment.changes.length === 0) return;
  payments.save(batch, payment);
  publishPaymentChanges(batch, payment);
}

function notExecuted(): DomainError {
  const explanation = 'Only a payment in status EXECUTED can be refunded.';
  return new DomainError('INVALID_PAYMENT_STATUS', explanation);
}

function tooMuch(left: number): DomainError {
  const explanation =
    left > 0
      ? `amount must be at most ${left}: the rest was refunded, returned or is disputed.`
      : 'Nothing is left: all of it was refunded, returned or is disputed.';
  return new DomainError('REFUND_NOT_ALLOWED', explanation);
}
