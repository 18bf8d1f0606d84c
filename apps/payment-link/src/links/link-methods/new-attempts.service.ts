import { Injectable } from '@nestjs/common';
import {
  newId,
  type MandateId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../../cards/card-gateways/ports.js';
import { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { PaymentAttemptsService } from '../link-attempts/payment-attempts.service.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { transferReference } from '../manual-transfers/transfer-rule.js';
import type { AvailableMethod } from './link-methods.reads.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';

/** Writes a new attempt with the payment and the card that start with it; a mandate is elsewhere. */
@Injectable()
export class NewAttemptsService {
  constructor(
    private readonly attempts: PaymentAttemptsService,
    private readonly users: PaymentUsersService,
    private readonly senders: PaymentUsersReads,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
    private readonly gateways: CardGatewayRegistry,
  ) {}

  async start(tx: AppTx, link: PaymentLink, method: AvailableMethod): Promise<PaymentAttempt> {
    const { type, account, integrationId, saved, price } = method;
    const place = placeOf(method);
    const isStored = await this.isStored(tx, link, method);
    const attempt = PaymentAttempt.select(
      {
        attemptId: newId<PaymentAttemptId>(tx.systemNow),
        customerAppId: tx.customerApp.id,
        paymentLinkId: link.id,
        ordinal: link.nextOrdinal,
        paymentMethodType: type,
        recipientAccountId: account.accountId,
        integrationId,
        ...place,
        surchargeAmount: price.surchargeAmount,
        paymentId: link.terms.mode === 'PAYMENT' ? newId<PaymentId>(tx.systemNow) : null,
        paymentMethodId: isStored ? newId<PaymentMethodId>(tx.systemNow) : null,
        savedMethodId: saved?.id ?? null,
        mandateId: type === 'MANDATE' && saved === null ? newId<MandateId>(tx.systemNow) : null,
      },
      tx.now,
    );
    link.occupy(attempt, tx.now);
    const batch = new WriteBatch();
    this.attempts.add(batch, link, attempt);
    await this.startPayment(tx, batch, { link, attempt, method });
    const { paymentMethodId } = attempt.snapshot;
    if (paymentMethodId !== null && type === 'CARD') {
      const futurePayments = link.terms.setupOptions?.future_payments ?? null;
      const card = { ...sharedTerms(link, attempt), ...place, paymentMethodId, futurePayments };
      this.storedCards.choose(tx, batch, card);
    }
    tx.write(batch);
    return attempt;
  }

  private async startPayment(
    tx: AppTx,
    batch: WriteBatch,
    { link, attempt, method: { saved, price } }: Starting,
  ): Promise<void> {
    const { userId, amount, currency, paymentMetadata, ...terms } = link.snapshot;
    const { paymentId, paymentMethodType: type, paymentMethodId, savedMethodId } = attempt.snapshot;
    const { integrationId, connector } = attempt.snapshot;
    if (paymentId === null || amount === null) return;
    const appType = tx.customerApp.type;
    const gateway = this.gateways.find({ appType, integrationId, connector });
    const sender = (await this.senders.byId(tx, [userId])).get(userId);
    const payment = {
      ...sharedTerms(link, attempt),
      paymentId,
      paymentMethodId: paymentMethodId ?? savedMethodId,
      mandateId: saved?.mandate?.mandateId ?? attempt.mandateId,
      type,
      amount,
      ...price,
      currency,
      senderType: sender?.snapshot.userType ?? 'INDIVIDUAL',
      description: terms.description,
      externalTransactionReference: terms.externalTransactionReference,
      transactionReferenceId: null,
      metadata: paymentMetadata,
      atProcessor: gateway?.settles === 'at_processor',
    };
    if (type !== 'MANUAL') return this.payments.startInHostedPage(tx, batch, payment);
    // Shows the customer app the reference that its payer must give with the transfer.
    const processor_reference = transferReference(link.id);
    const processorDetails = { processor_id: 'BANK', processor_reference };
    const instructions = { processorDetails, cardDetails: null, walletDetails: null };
    return this.payments.awaitTransfer(tx, batch, { terms: payment, instructions });
  }

  /** The card or mandate of an erased payer pays, but is not kept. */
  private async isStored(tx: AppTx, link: PaymentLink, { type, saved }: AvailableMethod) {
    if (!link.storesMethod || saved !== null) return false;
    if (type === 'WALLET' || type === 'MANUAL') return false;
    const payer = await this.users.lock(tx, link.snapshot.userId);
    if (link.terms.mode === 'SETUP') payer.assertNotErased();
    return !payer.isErased;
  }
}

interface Starting {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
  readonly method: AvailableMethod;
}

/** The connector of the account's card gateway, and the account there; none for a mandate or a transfer. */
function placeOf({ type, account }: AvailableMethod) {
  const isCard = type === 'CARD' || type === 'WALLET';
  return {
    connector: isCard ? account.cardConnector : null,
    gatewayAccount: isCard ? account.gatewayAccount : null,
  };
}

function sharedTerms({ id, snapshot }: PaymentLink, attempt: PaymentAttempt) {
  return {
    customerAppId: snapshot.customerAppId,
    userId: snapshot.userId,
    externalUserId: snapshot.externalUserId,
    live: snapshot.live,
    recipientAccountId: attempt.snapshot.recipientAccountId,
    paymentLinkId: id,
    attemptId: attempt.id,
    recurringPaymentMode: snapshot.setupOptions?.recurring_payment_mode ?? null,
  };
}
