import { Injectable } from '@nestjs/common';
import { parseId, type PaymentAttemptId, type PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  connectorAt,
  placeOf,
  type ExecutedPeriod,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
} from '@towpath/reconciliation';
import { CardGatewayRegistry } from '../../cards/card-gateways/ports.js';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { AttemptConversation } from '../../links/card-attempts/attempt.conversation.js';
import { CardPaymentsReads } from './card-payments.reads.js';
import { ExecutedPayments, type BooksAtPlaces } from './executed-payments.js';
import { ProcessorBooks } from './processor-books.js';

/** Our payments, refunds and ledger beside what card gateways settled. */
@Injectable()
export class CardBooks implements BooksAtPlaces {
  readonly sides: readonly string[];

  constructor(
    private readonly gateways: CardGatewayRegistry,
    private readonly payments: CardPaymentsReads,
    private readonly executedPayments: ExecutedPayments,
    private readonly attempts: AttemptConversation,
    private readonly charges: ChargeConversation,
    private readonly refunds: CardRefundConversation,
    private readonly processors: ProcessorBooks,
  ) {
    this.sides = ['CHARGE', 'REFUND', 'REFUND_REVERSED', 'RETURN', ...processors.sides];
  }

  places() {
    return this.gateways.all().map((gateway) => placeOf(gateway));
  }

  settled(key: ReconciliationKey, period: SettlementPeriod) {
    const gateway = connectorAt(this.gateways.all(), key);
    if (gateway.settles === 'at_processor') return this.processors.settled(gateway, key, period);
    return gateway.listSettled({ customerAppId: key.customerAppId, ...period });
  }

  async held(tx: AppTx, key: ReconciliationKey, subjects: readonly string[]) {
    const gateway = connectorAt(this.gateways.all(), key);
    const payments = await this.payments.booksOf(tx, gateway, subjects);
    if (gateway.settles !== 'at_processor') return payments;
    return this.processors.booksOf(tx, { key, subjects }, payments);
  }

  executed(tx: AppTx, _key: ReconciliationKey, period: ExecutedPeriod) {
    return this.executedPayments.page(tx, period);
  }

  /** The schedules of attempts, charges and refunds ask within a second. */
  async ask(tx: AppTx, payment: NamedPayment) {
    await this.askAboutCharge(tx, payment);
    await this.refunds.makeDueOf(tx, payment.reference);
    return null;
  }

  private async askAboutCharge(tx: AppTx, payment: NamedPayment): Promise<void> {
    const { reference, gatewayReference } = payment;
    // Restored books may lack the gateway's ID: asked without it, the gateway would know nothing.
    const name = (row: { readonly prepare: (id: string) => void }) => {
      if (gatewayReference) row.prepare(gatewayReference);
    };
    const attemptId = parseId<PaymentAttemptId>(reference);
    const isAttempt =
      attemptId && (await this.attempts.makeDue(tx, attemptId, ({ attempt }) => name(attempt)));
    if (isAttempt) return;
    const paymentId = parseId<PaymentId>(reference);
    if (paymentId) await this.charges.makeDue(tx, paymentId, ({ charge }) => name(charge));
  }

  /** Uses a reference derived from that of the charge, so that the money returns once. */
  async giveBack(key: ReconciliationKey, { reference, amount, currency, ...line }: SettledEntry) {
    const refund = { refundReference: `back-${reference}`, amount, currency };
    const charge = {
      reference,
      gatewayReference: line.gatewayReference ?? null,
      customerAppId: key.customerAppId,
      gatewayAccount: line.gatewayAccount ?? null,
      recurringPaymentMode: null,
    };
    const { gatewayStatus } = await connectorAt(this.gateways.all(), key).refund(charge, refund);
    // Either way the payer does not have the money.
    return gatewayStatus === 'REVERSED' ? 'REFUSED' : gatewayStatus;
  }
}
