import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  parseId,
  plusMs,
  type BillId,
  type CustomerAppId,
  type PaymentId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { PursueCharge } from '../../cards/charges/pursue-charge.use-case.js';
import { StartCharge } from '../../cards/charges/start-charge.js';
import { CardMethods } from '../../cards/payment-methods/card-methods.js';
import type { StoredCard } from '../../cards/payment-methods/domain/stored-card.js';
import type { Bill, BillPayment, BillSnapshot } from '../../money/bills/domain/bill.js';
import { MoveBill } from '../../money/bills/move-bill.use-case.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { orderOfBill } from './bill-order.js';
import { PayBillByMandate } from './pay-bill-by-mandate.use-case.js';

/** After a process that died, or a service of mandates that did not answer. */
const LOOK_AGAIN_MS = 600_000;

/** The started payment, and the slices that must be notified after the commit. */
interface Begun {
  readonly paymentId: PaymentId;
  readonly by: 'CARD' | 'MANDATE';
  readonly bill: BillSnapshot;
}

/**
 * Pays a bill on its due date with a stored method: the newest card for charges without the payer,
 * otherwise a mandate. It skips bills with a payment in progress, and payers without consent or
 * method.
 */
@Injectable()
export class PayDueBill {
  constructor(
    private readonly transactions: Transactions,
    private readonly moveBill: MoveBill,
    private readonly listSenders: ListSenders,
    private readonly cards: CardMethods,
    private readonly startCharge: StartCharge,
    private readonly pursueCharge: PursueCharge,
    private readonly payBillByMandate: PayBillByMandate,
  ) {}

  /** False when nothing is charged. */
  async execute(customerAppId: CustomerAppId, billId: BillId): Promise<boolean> {
    const begun = await this.transactions.forApp(customerAppId, (tx) =>
      this.moveBill.execute(tx, billId, (bill, payments) => this.begin(tx, bill, payments)),
    );
    if (!begun) return false;
    const { paymentId, by, bill } = begun;
    if (by === 'CARD') await this.pursueCharge.execute(customerAppId, paymentId);
    else await this.payBillByMandate.execute(customerAppId, paymentId, bill);
    return true;
  }

  private async begin(
    tx: AppTx,
    bill: Bill,
    payments: readonly BillPayment[],
  ): Promise<Begun | null> {
    const { autopayAt, autopayPaymentId, userId } = bill.snapshot;
    if (autopayAt === null || autopayAt > tx.now) return null;
    const isBeingPaid = payments.some(({ status }) => status === 'OPEN' || status === 'EXECUTED');
    const sender = (await this.listSenders.execute(tx, [userId])).get(userId);
    if (bill.status !== 'UNPAID' || isBeingPaid || !sender?.snapshot.autopayConsent) {
      bill.endAutopay();
      return null;
    }
    const card = autopayPaymentId === null ? await this.storedCard(tx, bill) : null;
    if (card) return this.chargeCard(tx, bill, card);
    const paymentId = autopayPaymentId ?? newId<PaymentId>(tx.now);
    bill.startAutopay(paymentId, plusMs(tx.now, LOOK_AGAIN_MS));
    return { paymentId, by: 'MANDATE', bill: bill.snapshot };
  }

  /** A refusal is an outcome: the bill fails, with the reason. */
  private async chargeCard(tx: AppTx, bill: Bill, card: StoredCard): Promise<Begun | null> {
    try {
      const paymentId = await this.startCharge.execute(tx, orderOfBill(bill.snapshot), card);
      bill.startAutopay(paymentId, tx.now);
      bill.endAutopay();
      return { paymentId, by: 'CARD', bill: bill.snapshot };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      bill.fail({ code: error.code, explanation: error.explanation }, tx.now);
      return null;
    }
  }

  private async storedCard(tx: AppTx, bill: Bill): Promise<StoredCard | null> {
    for (const method of await this.cards.ofUser(tx, bill.snapshot.userId)) {
      const card = await this.startCharge.card(tx, parseId(method.payment_method_id) ?? '');
      const isForAutopay = card?.snapshot.futurePayments !== 'CLICK_TO_PAY';
      if (card?.status === 'SUCCEEDED' && isForAutopay) return card;
    }
    return null;
  }
}
