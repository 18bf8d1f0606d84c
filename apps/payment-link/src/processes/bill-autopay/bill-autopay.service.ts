import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  plusMs,
  type BillId,
  type CustomerAppId,
  type PaymentId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { ChargesService } from '../../cards/charges/charges.service.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';
import { autopayStep, type Bill, type BillPayment } from '../../money/bills/bill.js';
import { BillsService } from '../../money/bills/bills.service.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { MandateAutopayService, orderOfBill } from './mandate-autopay.service.js';

/** After a process that died, or a service of mandates that did not answer. */
const CHECK_AGAIN_MS = 600_000;
const WHILE_DISPUTED_MS = 86_400_000;

/** What charges the started payment after the commit. */
type Charge = (app: CustomerAppId) => Promise<unknown>;

/** Commands on bills that are due and are paid without the payer. */
@Injectable()
export class BillAutopayService {
  constructor(
    private readonly db: Transactions,
    private readonly bills: BillsService,
    private readonly users: PaymentUsersReads,
    private readonly cards: StoredCardsReads,
    private readonly charges: ChargesService,
    private readonly chargeConversation: ChargeConversation,
    private readonly mandates: MandateAutopayService,
  ) {}

  /**
   * Pays what is missing of a bill, on its due date or after a setback, with a stored method: the
   * newest card for charges without the payer, otherwise a mandate. It skips bills with a payment in
   * progress, and payers without consent or method. False when nothing is charged.
   */
  async payDue(app: CustomerAppId, billId: BillId): Promise<boolean> {
    const charge = await this.db.forApp(app, (tx) =>
      this.bills.move(tx, billId, (bill, payments) => this.begin(tx, bill, payments)),
    );
    await charge?.(app);
    return charge !== null;
  }

  private async begin(
    tx: AppTx,
    bill: Bill,
    payments: readonly BillPayment[],
  ): Promise<Charge | null> {
    bill.follow(payments, tx.now);
    const { autopayAt, userId } = bill.snapshot;
    if (autopayAt === null || autopayAt > tx.now) return null;
    const step = autopayStep(payments);
    const sender = (await this.users.byId(tx, [userId])).get(userId);
    if (step === 'CHARGE' && sender?.snapshot.autopayConsent) {
      return this.charge(tx, bill, bill.missing(payments));
    }
    if (step === 'WAIT') bill.postponeAutopay(plusMs(tx.now, WHILE_DISPUTED_MS));
    else bill.endAutopay();
    return null;
  }

  private async charge(tx: AppTx, bill: Bill, missing: number): Promise<Charge | null> {
    const { autopayPaymentId } = bill.snapshot;
    const card = autopayPaymentId === null ? await this.storedCard(tx, bill) : null;
    if (card) return this.chargeCard(tx, { bill, missing }, card);
    const paymentId = autopayPaymentId ?? newId<PaymentId>(tx.systemNow);
    bill.startAutopay(paymentId, plusMs(tx.now, CHECK_AGAIN_MS));
    const order = { paymentId, bill: bill.snapshot, missing };
    return (app) => this.mandates.pay(app, order);
  }

  /** A refusal is an outcome: the bill fails, with the reason. */
  private async chargeCard(
    tx: AppTx,
    { bill, missing }: { readonly bill: Bill; readonly missing: number },
    card: StoredCard,
  ): Promise<Charge | null> {
    try {
      const order = orderOfBill(bill.snapshot, missing);
      const paymentId = await this.charges.start(tx, order, card);
      bill.startAutopay(paymentId, tx.now);
      bill.endAutopay();
      return (app) => this.chargeConversation.start(app, paymentId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      bill.fail({ code: error.code, explanation: error.explanation }, tx.now);
      return null;
    }
  }

  private async storedCard(tx: AppTx, bill: Bill): Promise<StoredCard | undefined> {
    const cards = await this.cards.ofUser(tx, bill.snapshot.userId);
    return cards.find(
      ({ status, snapshot }) =>
        status === 'SUCCEEDED' && snapshot.futurePayments !== 'CLICK_TO_PAY',
    );
  }
}
