import { Injectable } from '@nestjs/common';
import type { PaymentEventPayload } from '@towpath/contracts';
import type { DisputedPayment } from '@towpath/contracts/internal';
import { newId, plusMs, type CustomerAppId, type DisputeId, type PaymentId } from '@towpath/kernel';
import { byKey, publishChanges, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { Dispute, dueStep } from './dispute.js';
import {
  disputes,
  type DisputeReport,
  type DisputeSnapshot,
  type ReportedDispute,
} from './dispute.table.js';

/** Time in ms after which a deadline with an open answer is checked again. */
const WAIT_MS = 3_600_000;
/** For events that do not name the bank. */
const UNKNOWN_BANK = 'UNKNOWN';

const OPEN_ANSWER = byKey(`SELECT 1 AS open FROM dispute_answers
  WHERE customer_app_id = $1 AND dispute_id = $2 AND settled_at IS NULL`);

/** Banks know a returned payment by our ID. */
const RETURN_OF = byKey(`SELECT to_jsonb(d) AS row FROM disputes d
  WHERE customer_app_id = $1 AND payment_id = $2 AND processor_reference = $2 FOR UPDATE`);

interface Known {
  /** Where the dispute is. */
  readonly place: Pick<DisputeSnapshot, 'integrationId' | 'connector'>;
  readonly dispute: Dispute | null;
  /** Needed for a dispute that is not known yet. */
  readonly payment: DisputedPayment | null;
}

/** Why a report of a dispute cannot be taken yet. */
type Obstacle = 'PAYMENT_NOT_FOUND' | 'PAYMENT_NOT_EXECUTED';

/** Commands on disputes. */
@Injectable()
export class DisputesService {
  constructor(private readonly db: Transactions) {}

  /**
   * Adds a processor's report to the caller's batch. Returns the dispute, without changes for known
   * content; or what must happen first.
   */
  record(
    tx: AppTx,
    batch: WriteBatch,
    { reported, known }: { readonly reported: ReportedDispute; readonly known: Known },
  ): { readonly dispute: Dispute; readonly isNew: boolean } | Obstacle {
    const { dispute } = known;
    if (dispute) {
      const isNew = dispute.take(reported.report, tx.now);
      if (isNew) save(batch, dispute);
      return { dispute, isNew };
    }
    const { place, payment } = known;
    const { integrationId, connector } = place;
    const isTheirs = payment?.integration_id === integrationId && payment.connector === connector;
    if (!isTheirs) return 'PAYMENT_NOT_FOUND';
    if (payment.status !== 'EXECUTED') return 'PAYMENT_NOT_EXECUTED';
    const terms = {
      disputeId: newId<DisputeId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      integrationId,
      connector,
      gatewayAccount: payment.gateway_account ?? null,
      processorReference: reported.processorReference,
      paymentId: payment.payment_id as PaymentId,
      userId: payment.user_id,
      externalUserId: payment.external_user_id,
      paymentReference: payment.external_transaction_reference ?? null,
    };
    const opened = Dispute.open(terms, reported.report, tx.now);
    save(batch, opened);
    return { dispute: opened, isNew: true };
  }

  /**
   * Records the chargeback of a direct debit: the bank returned the money to the payer and reported
   * it afterwards. It cannot be contested, so the dispute is lost from the start.
   */
  async recordReturn(tx: AppTx, payment: PaymentEventPayload): Promise<void> {
    if (payment.type !== 'MANDATE') return;
    await tx.begun;
    const terms = {
      disputeId: newId<DisputeId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      integrationId: payment.payment_processor ?? UNKNOWN_BANK,
      connector: null,
      gatewayAccount: null,
      // a payment is returned once, and banks know it by our ID
      processorReference: payment.payment_id,
      paymentId: payment.payment_id as PaymentId,
      userId: payment.user_id ?? '',
      externalUserId: payment.external_user_id ?? '',
      paymentReference: payment.external_transaction_reference ?? null,
    };
    const batch = new WriteBatch();
    save(batch, Dispute.open(terms, returnOf(payment), tx.now));
    tx.write(batch);
  }

  /** The bank cancelled the return: the dispute of it is won. A repeat changes nothing. */
  async winReturn(tx: AppTx, payment: PaymentEventPayload): Promise<void> {
    if (payment.type !== 'MANDATE') return;
    const params = [tx.customerApp.id, payment.payment_id];
    const [row] = disputes.rows(await tx.query<{ row: unknown }>(RETURN_OF, params));
    const dispute = row && Dispute.restore(row);
    if (!dispute) return;
    const cancelled = { position: 2, status: 'WON', eventName: 'CHARGEBACK_CANCELLED' } as const;
    const report = { ...dispute.snapshot.report, ...cancelled, processorStatus: 'reinstated' };
    if (!dispute.take(report, tx.now)) return;
    const batch = new WriteBatch();
    save(batch, dispute);
    tx.write(batch);
  }

  /** Its deadline comes near, or passes. Returns false if nothing was due: another process was first. */
  keepDeadline(app: CustomerAppId, disputeId: DisputeId): Promise<boolean> {
    return this.db.forApp(app, async (tx) => {
      const [row, answers] = await Promise.all([
        disputes.lock(tx, { disputeId }),
        tx.query(OPEN_ANSWER, [app, disputeId]),
      ]);
      const dispute = row && Dispute.restore(row);
      const due = dispute && dueStep(dispute.snapshot, tx.now);
      if (!due) return false;
      const batch = new WriteBatch();
      if (due.step === 'LAPSE' && answers.length > 0) {
        // While an answer is being sent, it is unknown whether it arrived in time.
        const stored = { customerAppId: app, disputeId, ...dispute.stored };
        disputes.change(batch, stored, { dueAt: plusMs(tx.now, WAIT_MS) });
      } else {
        if (due.step === 'REMIND') dispute.remind(due.daysLeft, tx.now);
        else dispute.lapse(tx.now);
        save(batch, dispute);
      }
      tx.write(batch);
      return true;
    });
  }

  /**
   * The write fails with `ConcurrentChange` when the dispute, its answers or its evidence changed
   * since they were read.
   */
  claimTurn(
    batch: WriteBatch,
    { dispute, answersVersion }: { readonly dispute: Dispute; readonly answersVersion: number },
  ): void {
    const { customerAppId, disputeId } = dispute.snapshot;
    const stored = { customerAppId, disputeId, ...dispute.stored, answersVersion };
    disputes.change(batch, stored, { answersVersion: answersVersion + 1 });
  }
}

/**
 * Adds a new dispute, or the changes of a stored one, to the batch. The write fails with
 * `ConcurrentChange` if another process has changed it since the read.
 */
function save(batch: WriteBatch, dispute: Dispute): void {
  disputes.save(batch, dispute, dispute.stored ?? {});
  publishDisputeChanges(batch, dispute);
}

function publishDisputeChanges(batch: WriteBatch, dispute: Dispute): void {
  const { snapshot, changes } = dispute;
  const { customerAppId, report } = snapshot;
  publishChanges(batch, { customerAppId, changes }, ({ sequence, reason }) => {
    // several moves at once end in the round of the report: those before it are of the round before
    const reopened = changes.filter(
      (later) => later.sequence > sequence && later.command === 'reopen',
    );
    const round = report.round - reopened.length;
    const { amount, currency, feeAmount } = dispute.reportOf(round);
    return {
      dispute_id: snapshot.disputeId,
      payment_id: snapshot.paymentId,
      round,
      amount,
      currency,
      fee_amount: feeAmount,
      last_event_name: report.eventName,
      defense_period_deadline: report.defensePeriodDeadline?.toISOString(),
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      reason: reason ?? undefined,
    };
  });
}

function returnOf(payment: PaymentEventPayload): DisputeReport {
  return {
    position: 1,
    round: 1,
    status: 'LOST',
    eventName: 'CHARGEBACK',
    amount: payment.amount_returned ?? payment.amount,
    currency: payment.currency,
    feeAmount: 0,
    isDefendable: false,
    isAutoDefended: false,
    defensePeriodDeadline: null,
    arn: null,
    code: null,
    reason: payment.reason ?? null,
    processorStatus: 'returned',
    merchantReference: null,
    paymentReference: null,
    cardBrand: null,
    issuerComments: null,
  };
}
