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
import type { Payment, PaymentTerms } from '../../money/payments/domain/payment.js';
import { AttemptFollowers } from './attempt-followers.js';
import { NO_NEWS, paymentSteps, type ChargeNews } from './charge-news.js';
import { CHARGED_STATES, chargedSteps, type ChargedState } from './domain/mandate-charge-step.js';
import type { MandateCharge, MandateChargeRefusal } from './mandate-charge.js';
import { MandateChargeRepository } from './persistence/mandate-charge.repository.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly charge: MandateCharge;
  readonly news: ChargeNews;
}

/**
 * Takes in what the service of mandates tells of a charge, in one transaction: the payment begins
 * when the mandate accepts, and follows what the bank says. News that are late, repeated or out of
 * order find a payment that has its answer.
 */
@Injectable()
export class RecordMandateCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: MandateChargeRepository,
    private readonly advancePayment: AdvancePayment,
    private readonly followers: AttemptFollowers,
  ) {}

  /** Returns why there is no payment, or null; so do the others. */
  execute(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    news: ChargeNews,
  ): Promise<MandateChargeRefusal | null> {
    return this.transactions.forApp(customerAppId, (tx) => this.hear(tx, paymentId, news));
  }

  /**
   * In the caller's transaction. Money that moved for a charge nobody here knows is never passed
   * over: PAYMENT_NOT_FOUND, so that its message is tried again, and then parked for an operator.
   */
  async hear(
    tx: AppTx,
    paymentId: PaymentId,
    news: ChargeNews,
  ): Promise<MandateChargeRefusal | null> {
    // One packet; the second statement sees what the first waited for.
    const [charge, payment] = await Promise.all([
      this.charges.lock(tx, paymentId),
      this.advancePayment.find(tx, paymentId),
    ]);
    if (!charge) {
      assertNoMoneyMoved(paymentId, news);
      return null;
    }
    const context = { tx, charge, news };
    if (payment) await this.advance(context, payment);
    else this.begin(context);
    return charge.snapshot.refusal;
  }

  /** The mandate, or its payer, does not allow it: what is there of a payment fails. */
  refuse(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    refusal: MandateChargeRefusal,
  ): Promise<MandateChargeRefusal | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const charge = await this.charges.lock(tx, paymentId);
      const payment = charge && (await this.advancePayment.find(tx, paymentId));
      if (payment) {
        const news = { ...NO_NEWS, bankStatus: 'FAILED' as const, failure: refusal };
        await this.advance({ tx, charge, news }, payment);
      } else if (charge?.status === 'STARTED') {
        charge.refuse(refusal);
        const batch = new WriteBatch();
        this.charges.save(batch, charge);
        await tx.write(batch);
      }
      return charge?.snapshot.refusal ?? null;
    });
  }

  private begin({ tx, charge, news }: AnswerContext): void {
    const { payment: terms } = charge.snapshot;
    // Refused here, and money moved there: the books follow the money.
    if (terms === null || (charge.status === 'REFUSED' && news.bankStatus === 'NOT_SEEN')) return;
    const batch = new WriteBatch();
    charge.accept();
    this.schedule({ tx, charge, news });
    this.charges.save(batch, charge);
    const steps = chargedSteps('PROCESSING', news.bankStatus, { returned: false });
    this.start({ tx, charge, news }, batch, { terms, steps });
    tx.send(batch);
  }

  private start(
    { tx, charge, news }: AnswerContext,
    batch: WriteBatch,
    started: {
      readonly terms: PaymentTerms;
      readonly steps: ReturnType<typeof chargedSteps>;
    },
  ): void {
    const steps = paymentSteps(started.steps, charge, news);
    this.advancePayment.start(tx, batch, { terms: started.terms, steps });
  }

  private async advance({ tx, charge, news }: AnswerContext, payment: Payment): Promise<void> {
    const { returned, attemptId } = payment.snapshot;
    const next = chargedSteps(stateOf(payment), news.bankStatus, { returned: returned !== null });
    const steps = paymentSteps(next, charge, news);
    const before = charge.snapshot;
    this.schedule({ tx, charge, news });
    if (steps.length === 0 && isHeardOf(before, tx.now) && isHeardOf(charge.snapshot, tx.now))
      return;
    const batch = new WriteBatch();
    this.charges.save(batch, charge);
    if (attemptId === null && steps.length > 0) {
      this.advancePayment.execute(tx, batch, { payment, steps });
    }
    tx.send(batch);
    if (attemptId !== null && steps.length > 0) await this.followers.advance(tx, attemptId, steps);
  }

  /** Once the bank has the order, events tell the rest; the mandate is asked should one be lost. */
  private schedule({ tx, charge, news }: AnswerContext): void {
    if (news.bankStatus === 'PENDING') charge.askFromNowOn(plusMs(tx.now, UNHEARD_AFTER_MS));
    else if (news.bankStatus !== 'NOT_SEEN') charge.rest();
    else if (charge.snapshot.followUpAt === null) charge.askFromNowOn(nextFollowUp(0, tx.now));
  }
}

/** Its news come by themselves, and nobody asks for hours: to put that off again changes nothing. */
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
