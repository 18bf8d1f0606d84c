import { Injectable } from '@nestjs/common';
import {
  type CustomerAppId,
  DomainError,
  nextFollowUp,
  type PaymentId,
  plusMs,
  UNHEARD_AFTER_MS,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { AdvancePayment } from '../../money/payments/advance-payment.use-case.js';
import type { Payment } from '../../money/payments/domain/payment.js';
import { AttemptFollowers } from './attempt-followers.js';
import { NO_NEWS, paymentSteps, type ChargeNews, type HeardCharge } from './charge-update.js';
import { CHARGED_STATES, chargedSteps, type ChargedState } from './mandate-charge-step.js';
import type {
  MandateCharge,
  MandateChargeOutcome,
  MandateChargeRefusal,
} from './mandate-charge.js';
import { MandateChargeRepository } from './persistence/mandate-charge.repository.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly charge: MandateCharge;
  readonly news: ChargeNews;
}

/** The state that the decision depends on, under the lock of the charge. */
interface FoundCharge {
  readonly charge: MandateCharge | null;
  readonly payment: Payment | null;
}

const NOTHING: MandateChargeOutcome = { refusal: null, payment: null };

/**
 * Records news of mandate about a charge in one transaction. The payment starts when the mandate
 * accepts, and follows the bank's status. The table has a step for late, repeated and disordered
 * news.
 */
@Injectable()
export class RecordMandateCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: MandateChargeRepository,
    private readonly advancePayment: AdvancePayment,
    private readonly followers: AttemptFollowers,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    news: ChargeNews,
  ): Promise<MandateChargeOutcome> {
    return this.transactions.forAppLooking(
      customerAppId,
      (tx) => this.look(tx, paymentId),
      (tx, found) => this.take(tx, found, { paymentId, news }),
    );
  }

  /**
   * In the caller's transaction. Throws PAYMENT_NOT_FOUND for money of an unknown charge, so that
   * the message is tried again and then parked for an operator.
   */
  async hear(tx: AppTx, paymentId: PaymentId, news: ChargeNews): Promise<MandateChargeOutcome> {
    return this.take(tx, await this.look(tx, paymentId), { paymentId, news });
  }

  /** Like `hear`, for many charges in the order of their news, with one read for all. */
  async hearAll(tx: AppTx, heard: readonly HeardCharge[]): Promise<void> {
    for (const once of eachOnce(heard)) {
      const paymentIds = once.map(({ paymentId }) => paymentId);
      const [charges, payments] = await Promise.all([
        this.charges.lockAll(tx, paymentIds),
        this.advancePayment.findAll(tx, paymentIds),
      ]);
      for (const each of once) {
        const charge = charges.get(each.paymentId) ?? null;
        await this.take(tx, { charge, payment: payments.get(each.paymentId) ?? null }, each);
      }
    }
  }

  /** The mandate, or its payer, does not permit the charge: an existing payment fails. */
  refuse(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    refusal: MandateChargeRefusal,
  ): Promise<MandateChargeOutcome> {
    return this.transactions.forAppLooking(
      customerAppId,
      (tx) => this.look(tx, paymentId),
      async (tx, { charge, payment }) => {
        if (!charge) return NOTHING;
        if (payment) {
          const news = { ...NO_NEWS, bankStatus: 'FAILED' as const, failure: refusal };
          await this.advance({ tx, charge, news }, payment);
        } else if (charge.status === 'STARTED') {
          charge.refuse(refusal);
          const batch = new WriteBatch();
          this.charges.save(batch, charge);
          tx.send(batch);
        }
        return { refusal: charge.snapshot.refusal, payment: null };
      },
    );
  }

  /** One packet; the second statement sees commits that the first waited for. */
  private async look(tx: AppTx, paymentId: PaymentId): Promise<FoundCharge> {
    const [charge, payment] = await Promise.all([
      this.charges.lock(tx, paymentId),
      this.advancePayment.find(tx, paymentId),
    ]);
    return { charge, payment };
  }

  private async take(
    tx: AppTx,
    { charge, payment: known }: FoundCharge,
    { paymentId, news }: HeardCharge,
  ): Promise<MandateChargeOutcome> {
    if (!charge) {
      assertNoMoneyMoved(paymentId, news);
      return NOTHING;
    }
    const context = { tx, charge, news };
    const payment = known ? await this.advance(context, known) : this.begin(context);
    return { refusal: charge.snapshot.refusal, payment };
  }

  private begin({ tx, charge, news }: AnswerContext): Payment | null {
    const { payment: terms } = charge.snapshot;
    // Refused here, and money moved there: the books follow the money.
    const isOver = charge.status === 'REFUSED' && news.bankStatus === 'NOT_SEEN';
    if (terms === null || isOver) return null;
    const batch = new WriteBatch();
    charge.accept();
    this.schedule({ tx, charge, news });
    this.charges.save(batch, charge);
    const next = chargedSteps('PROCESSING', news.bankStatus, { returned: false });
    const steps = paymentSteps(next, charge, news);
    const payment = this.advancePayment.start(tx, batch, { terms, steps });
    tx.send(batch);
    return payment;
  }

  /** The payment, unless its link moved it. */
  private async advance(
    { tx, charge, news }: AnswerContext,
    payment: Payment,
  ): Promise<Payment | null> {
    const { returned, attemptId } = payment.snapshot;
    const next = chargedSteps(stateOf(payment), news.bankStatus, { returned: returned !== null });
    const steps = paymentSteps(next, charge, news);
    const before = charge.snapshot;
    this.schedule({ tx, charge, news });
    if (steps.length === 0 && isHeardOf(before, tx.now) && isHeardOf(charge.snapshot, tx.now))
      return payment;
    const batch = new WriteBatch();
    this.charges.save(batch, charge);
    if (attemptId === null && steps.length > 0) {
      this.advancePayment.execute(tx, batch, { payment, steps });
    }
    tx.send(batch);
    if (attemptId === null || steps.length === 0) return payment;
    await this.followers.advance(tx, attemptId, steps);
    return null;
  }

  /** After the bank has the order, events report the rest; a lost event leads to a question. */
  private schedule({ tx, charge, news }: AnswerContext): void {
    if (news.bankStatus === 'PENDING') charge.askFromNowOn(plusMs(tx.now, UNHEARD_AFTER_MS));
    else if (news.bankStatus !== 'NOT_SEEN') charge.rest();
    else if (charge.snapshot.followUpAt === null) charge.askFromNowOn(nextFollowUp(0, tx.now));
  }
}

/**
 * Splits the news into runs that name a charge once, so that two news of one charge are recorded in
 * order.
 */
function eachOnce(heard: readonly HeardCharge[]): HeardCharge[][] {
  const runs: HeardCharge[][] = [];
  for (const each of heard) {
    const run = runs.at(-1);
    if (run?.every(({ paymentId }) => paymentId !== each.paymentId)) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

/**
 * Events report the charge, and the next question is hours away, so postponing it changes nothing.
 */
function isHeardOf({ followUpAt, followUpsAsked }: MandateCharge['snapshot'], now: Date): boolean {
  const late = plusMs(now, UNHEARD_AFTER_MS / 2);
  return followUpAt !== null && followUpsAsked === 0 && followUpAt > late;
}

function assertNoMoneyMoved(paymentId: PaymentId, { bankStatus }: ChargeNews): void {
  if (bankStatus !== 'EXECUTED' && bankStatus !== 'RETURNED') return;
  throw new DomainError(
    'PAYMENT_NOT_FOUND',
    `No charge is known of ${paymentId}: it is ${bankStatus}.`,
  );
}

function stateOf(payment: Payment): ChargedState {
  const state = CHARGED_STATES.find((each) => each === payment.status);
  if (state) return state;
  throw new Error(`a payment whose mandate is charged is in status ${payment.status}`);
}
