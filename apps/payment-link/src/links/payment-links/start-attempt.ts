import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Price } from '../../parties/payment-accounts/pricing.js';
import type { ProcessorReport } from '../../money/payments/payment.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { transferReference } from './domain/transfer-reference.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import { PaymentsService } from '../../money/payments/payments.service.js';

interface StartedAttempt {
  readonly attempt: PaymentAttempt;
  readonly price: Price;
  /** The mandate of a direct debit: the attempt's own one, or a stored one. */
  readonly chargedMandateId: MandateId | null;
}

/** Writes a new attempt with the payment and the card that start with it; a mandate is elsewhere. */
@Injectable()
export class StartAttempt {
  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly users: PaymentUsersReads,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
  ) {}

  async execute(
    tx: AppTx,
    link: PaymentLink,
    { attempt, price, chargedMandateId }: StartedAttempt,
  ): Promise<void> {
    const { userId, externalUserId, live } = link.snapshot;
    const { paymentId, paymentMethodId, savedMethodId } = attempt.snapshot;
    const { attemptId, recipientAccountId, paymentMethodType } = attempt.snapshot;
    const { terms } = link;
    const shared = {
      customerAppId: tx.customerApp.id,
      userId,
      externalUserId,
      live,
      recipientAccountId,
      paymentLinkId: link.id,
      attemptId,
      recurringPaymentMode: terms.setupOptions?.recurring_payment_mode ?? null,
    };
    const batch = new WriteBatch();
    this.links.save(batch, link, [attempt]);
    if (paymentId !== null && terms.amount !== null) {
      const sender = (await this.users.byId(tx, [userId])).get(userId);
      const payment = {
        ...shared,
        paymentId,
        paymentMethodId: paymentMethodId ?? savedMethodId,
        mandateId: chargedMandateId,
        type: paymentMethodType,
        amount: terms.amount,
        ...price,
        currency: terms.currency,
        senderType: sender?.snapshot.userType ?? 'INDIVIDUAL',
        description: terms.paymentDetails?.description ?? null,
        externalTransactionReference: terms.paymentDetails?.externalTransactionReference ?? null,
        transactionReferenceId: null,
        metadata: terms.paymentMetadata,
      };
      if (paymentMethodType === 'MANUAL') {
        this.payments.awaitTransfer(tx, batch, {
          terms: payment,
          instructions: instructionsOf(link),
        });
      } else {
        this.payments.startInHostedPage(tx, batch, payment);
      }
    }
    if (paymentMethodId !== null && paymentMethodType === 'CARD') {
      const futurePayments = terms.setupOptions?.future_payments ?? null;
      this.storedCards.choose(tx, batch, { ...shared, paymentMethodId, futurePayments });
    }
    tx.write(batch);
  }
}

/** Shows the customer app the reference that its payer must give with the transfer. */
function instructionsOf({ id }: PaymentLink): ProcessorReport {
  const processorDetails = { processor_id: 'BANK', processor_reference: transferReference(id) };
  return { processorDetails, cardDetails: null, walletDetails: null };
}
