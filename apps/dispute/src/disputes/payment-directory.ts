import { Injectable } from '@nestjs/common';
import type { DisputedPayment, FindDisputedPaymentResponse } from '@towpath/contracts/internal';
import { InternalClient } from '@towpath/http';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';

/** The payments of payment-link. */
@Injectable()
export class PaymentDirectory {
  constructor(private readonly client: InternalClient) {}

  /** Null for an unknown ID. Throws `PeerUnavailable` while payment-link does not answer. */
  async find(customerAppId: CustomerAppId, paymentId: string): Promise<DisputedPayment | null> {
    if (!parseId<PaymentId>(paymentId)) return null;
    const { payment } = await this.client.call<FindDisputedPaymentResponse>('payment-link', {
      method: 'POST',
      path: '/internal/disputed_payments/find',
      body: { customer_app_id: customerAppId, payment_id: paymentId },
      idempotent: true,
    });
    return payment ?? null;
  }
}
