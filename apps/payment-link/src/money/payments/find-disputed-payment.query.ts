import { Injectable } from '@nestjs/common';
import type {
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
} from '@towpath/contracts/internal';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { PaymentSnapshot } from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** The data of a payment that dispute needs. */
@Injectable()
export class FindDisputedPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentRepository,
  ) {}

  /** Without a payment for an unknown ID, also one of another app. */
  execute({
    customer_app_id: customerAppId,
    payment_id: paymentId,
  }: FindDisputedPaymentRequest): Promise<FindDisputedPaymentResponse> {
    return this.transactions.forApp(customerAppId as CustomerAppId, async (tx) => {
      const payment = await this.payments.find(tx, paymentId as PaymentId);
      return payment ? { payment: factsOf(payment.snapshot) } : {};
    });
  }
}

function factsOf(payment: PaymentSnapshot) {
  const processor = payment.processorDetails as { readonly processor_id?: string } | null;
  const card = payment.cardDetails as { readonly brand?: string } | null;
  return {
    payment_id: payment.paymentId,
    status: payment.status,
    amount: payment.amount + payment.surchargeAmount,
    currency: payment.currency,
    integration_id: processor?.processor_id,
    user_id: payment.userId,
    external_user_id: payment.externalUserId,
    external_transaction_reference: payment.externalTransactionReference ?? undefined,
    card_brand: card?.brand,
  };
}
