import { Inject, Injectable } from '@nestjs/common';
import type { EmbeddedError, MandateStatus } from '@towpath/contracts';
import type { MandateRecord } from '@towpath/contracts/internal';
import { LOGGER } from '@towpath/http';
import {
  assertUnreachable,
  ERROR_CODES,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentAttemptId,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { MandateBank } from '../../debit/mandate-charges/mandate-charge.table.js';
import {
  bankOf,
  MandateChargesService,
} from '../../debit/mandate-charges/mandate-charges.service.js';
import {
  isDraft,
  MandateDirectoryService,
} from '../../debit/mandate-directory/mandate-directory.service.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';
import type { Payment } from '../../money/payments/payment.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { savedMandateEnded, type PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { AttemptFailure } from '../payment-attempts/payment-attempt.table.js';
import {
  PaymentAttemptsService,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { linkNotFound } from '../payment-links/payment-link.js';
import { mandateStep, type ReportedState } from './mandate-step.js';

export interface MandateReport {
  readonly mandateId: MandateId;
  readonly status: MandateStatus;
  readonly bank: MandateBank;
  readonly error?: Pick<EmbeddedError, 'error_code' | 'details'> | null | undefined;
}

/** A mandate and its link, as mandate names them. */
interface Named {
  readonly paymentLinkId: string;
  readonly mandateId: string;
}

/** Null for a draft, which decides nothing yet. */
const REPORTED: Record<MandateStatus, ReportedState | null> = {
  AUTHORIZATION_REQUIRED: null,
  AUTHORIZING: null,
  PROCESSING: 'AUTHORIZED',
  READY_TO_SUBMIT: 'AUTHORIZED',
  SUBMITTED: 'AUTHORIZED',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  REVOKED: 'REVOKED',
  CANCELLED: 'CANCELLED',
  CLOSED: 'CLOSED',
};

const NO_REPORT = { processorDetails: null, cardDetails: null, walletDetails: null };

/**
 * Attempts by direct debit: which mandate may become active, what follows from its state, and its
 * charge.
 */
@Injectable()
export class MandateAttemptsService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: PaymentAttemptsService,
    private readonly charges: MandateChargesService,
    private readonly mandatePayments: MandatePaymentsService,
    private readonly directory: MandateDirectoryService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Decides under the lock of the link whether the mandate that a payer authorized may become
   * active: whether the link waits for it from now on. After another choice, a cancellation or an
   * expiry the attempt is stale; after the confirmation these are refused. A repeated question gets
   * the same answer.
   */
  async confirm(app: CustomerAppId, named: Named): Promise<boolean> {
    const mandateId = parseId<MandateId>(named.mandateId);
    if (!mandateId) return false;
    return this.db.forApp(app, async (tx) => {
      const locked = await this.attempts.lockOfMandate(tx, mandateId);
      return locked?.link.id === named.paymentLinkId && this.decide(tx, locked);
    });
  }

  private decide(tx: AppTx, locked: LockedAttempt): boolean {
    const { link, attempt } = locked;
    if (attempt.status === 'CONFIRMED') {
      attempt.confirmAgain(tx.now);
      this.attempts.save(tx, locked);
    }
    if (attempt.isDecided || attempt.status === 'SUCCEEDED') return true;
    if (link.accepts(attempt) && link.isDue(tx.now)) {
      // Commits the expiry, so that a concurrent request cannot decide otherwise afterwards.
      const reason = link.expire(attempt, tx.now);
      this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
      return false;
    }
    if (!link.canConfirm(attempt, tx)) return false;
    link.confirm(attempt, tx.now);
    this.attempts.save(tx, locked, { payment: [{ step: 'AUTHORIZE' }] });
    return true;
  }

  /**
   * Records a report about the mandate of an attempt in the transaction that received it. State and
   * report decide together, so a report may be late, repeated, or arrive after the payer chose
   * another method.
   */
  async follow(tx: AppTx, report: MandateReport): Promise<void> {
    const reported = REPORTED[report.status];
    if (reported === null) return;
    const locked = await this.attempts.lockOfMandate(tx, report.mandateId);
    if (!locked) return;
    const step = mandateStep(locked.attempt.status, reported);
    switch (step) {
      case 'IGNORE':
        return;
      case 'REST':
        locked.attempt.awaitMandate(tx.now);
        return this.attempts.save(tx, locked);
      case 'GO_LIVE':
        return this.goLive(tx, locked, report);
      case 'FAIL':
        return this.fail(tx, locked, failureIn(reported, report));
      case 'LEAVE':
        return this.leave(tx, locked);
      case 'CANCEL':
        return this.cancel(tx, locked, failureIn(reported, report));
      case 'GIVE_UP':
        return this.giveUp(tx, locked);
      default:
        return assertUnreachable(step);
    }
  }

  /**
   * For an attempt about which no event arrived. It ends a mandate that became active after its
   * payer had left. It asks mandate to decide about a confirmed mandate whose authorization was
   * interrupted; the event of mandate then reports the result. The answer about an authorized
   * mandate has the same effect as its event.
   */
  async followUp({ snapshot }: PaymentAttempt): Promise<void> {
    const { customerAppId, attemptId, mandateId, status } = snapshot;
    if (mandateId === null) return;
    if (status !== 'CONFIRMED') {
      await this.directory.abandon(customerAppId, mandateId);
      await this.db.forApp(customerAppId, async (tx) => {
        const locked = await this.attempts.lock(tx, attemptId);
        locked?.attempt.rest();
        if (locked) this.attempts.save(tx, locked);
      });
      return;
    }
    const [mandate] = await this.directory.read(customerAppId, { mandateId });
    if (!mandate) return;
    if (isDraft(mandate)) return this.directory.abandon(customerAppId, mandateId);
    const report = { ...mandate, mandateId, bank: bankOf(mandate) };
    await this.db.forApp(customerAppId, (tx) => this.follow(tx, report));
  }

  /**
   * Charges a mandate that the payer stored on an earlier link, after one tap. It first asks whether
   * the mandate can be charged. Then one transaction, under the lock of the link, makes the link wait
   * for this payment and writes the charge. If the mandate refuses, the attempt fails and the link
   * accepts another one. The mandate itself never changes. False when the attempt is by another
   * method: then nothing was done.
   */
  async payBySaved({ customerAppId, paymentLinkId }: LinkOfApp, rawId: string): Promise<boolean> {
    const attemptId = parseId<PaymentAttemptId>(rawId);
    if (!attemptId) throw linkNotFound();
    const asked = await this.db.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (locked?.link.id !== paymentLinkId) throw linkNotFound();
      return askedOf(locked);
    });
    if (!asked || asked.isRepeat) return asked !== null;
    const chargeable = await this.directory.chargeable(customerAppId, asked.payment);
    const mandate = chargeable.find(({ mandate_id }) => mandate_id === asked.mandateId);
    if (!mandate) throw savedMandateEnded();
    const payment = await this.db.forApp(customerAppId, (tx) => this.take(tx, attemptId, mandate));
    // The answer of the mandate is shown at once; without one, its schedule asks again.
    if (payment) await this.chargeNow(payment);
    return true;
  }

  /** The payment that is to be charged; null when another tap came first. */
  private async take(
    tx: AppTx,
    attemptId: PaymentAttemptId,
    mandate: MandateRecord,
  ): Promise<Payment | null> {
    const locked = await this.attempts.lock(tx, attemptId);
    if (!locked) throw linkNotFound();
    const { link, attempt, payment } = locked;
    if (isTapped(attempt)) return null;
    if (!payment) throw new Error(`attempt ${attempt.id} pays nothing`);
    link.assertOfKind(tx.customerApp.type);
    link.confirm(attempt, tx.now);
    attempt.handOverToCharge(tx.now);
    const charged = { mandateId: mandate.mandate_id as MandateId, bank: bankOf(mandate) };
    const batch = this.batchWithCharge(tx, payment, charged);
    this.attempts.save(tx, locked, { payment: [{ step: 'AUTHORIZE' }], batch });
    return payment;
  }

  /** The method of a SETUP link is there; a PAYMENT link is charged, and waits for the bank. */
  private goLive(tx: AppTx, locked: LockedAttempt, report: MandateReport): void {
    const { link, attempt, payment } = locked;
    if (payment === null) {
      link.succeed(attempt, tx.now);
      return this.attempts.save(tx, locked);
    }
    attempt.handOverToCharge(tx.now);
    this.attempts.save(tx, locked, { batch: this.batchWithCharge(tx, payment, report) });
    // If this process dies first, the schedule asks.
    tx.afterCommit(() => void this.chargeNow(payment));
  }

  private batchWithCharge(
    tx: AppTx,
    { snapshot }: Payment,
    { mandateId, bank }: Pick<MandateReport, 'mandateId' | 'bank'>,
  ): WriteBatch {
    const { paymentId, customerAppId, surchargeAmount, currency } = snapshot;
    const amount = snapshot.amount + surchargeAmount;
    const charge = { paymentId, customerAppId, mandateId, amount, currency, payment: null, bank };
    const batch = new WriteBatch();
    this.charges.add(tx, batch, charge);
    return batch;
  }

  /** Never throws: an unknown outcome is asked for later. */
  private async chargeNow({ snapshot }: Payment): Promise<void> {
    const { customerAppId, paymentId } = snapshot;
    try {
      await this.mandatePayments.start(customerAppId, paymentId);
    } catch (error) {
      this.logger.warn(
        { error, paymentId },
        'the mandate service did not answer; the schedule asks again',
      );
    }
  }

  private fail(tx: AppTx, locked: LockedAttempt, failure: AttemptFailure): void {
    const isConfirmed = locked.attempt.status === 'CONFIRMED';
    const failed = { step: 'FAIL', failure, report: NO_REPORT } as const;
    const payment = isConfirmed ? [failed] : [{ step: 'BEGIN' } as const, failed];
    this.attempts.follow(tx, locked, { payment });
  }

  private leave(tx: AppTx, locked: LockedAttempt): void {
    locked.link.replace(locked.attempt, tx.now);
    const reason = 'the payer left the authorization of the mandate';
    this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
  }

  private cancel(tx: AppTx, locked: LockedAttempt, { explanation: reason }: AttemptFailure): void {
    locked.link.abandon(locked.attempt, reason, tx.now);
    this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
  }

  /** Notifies mandate until it answers, by the schedule of the attempt. */
  private async giveUp(tx: AppTx, locked: LockedAttempt): Promise<void> {
    if (locked.attempt.status === 'SELECTED') this.leave(tx, locked);
    const stale = await this.attempts.lock(tx, locked.attempt.id);
    if (!stale) return;
    stale.attempt.schedule.makeDue(tx.now);
    this.attempts.save(tx, stale);
  }
}

/** Null for an attempt by any other method. */
function askedOf({ link, attempt, payment }: LockedAttempt) {
  const { paymentMethodType, savedMethodId } = attempt.snapshot;
  if (paymentMethodType !== 'MANDATE' || savedMethodId === null) return null;
  const { mandateId = null, amount = 0, currency = '' } = payment?.snapshot ?? {};
  if (mandateId === null) throw new Error(`attempt ${attempt.id} charges no mandate`);
  const { userId } = link.snapshot;
  return { mandateId, payment: { userId, amount, currency }, isRepeat: isTapped(attempt) };
}

/** Tapped before: a double click, or a lost answer. */
function isTapped({ snapshot }: PaymentAttempt): boolean {
  return snapshot.submittedAt !== null;
}

/** The code of the mandate's own failure, so far as this version knows it. */
function failureIn(reported: ReportedState, { error }: MandateReport): AttemptFailure {
  if (reported === 'FAILED') {
    const code = ERROR_CODES.find((known) => known === error?.error_code);
    return {
      code: code ?? 'PAYMENT_METHOD_DECLINED',
      explanation: error?.details ?? 'The bank refused the mandate.',
    };
  }
  if (reported === 'REVOKED' || reported === 'CANCELLED') {
    return { code: 'INVALID_MANDATE_STATUS', explanation: 'The mandate was withdrawn.' };
  }
  return {
    code: 'AUTHENTICATION_FAILED',
    explanation: 'The authorization of the mandate was not completed.',
  };
}
