import { Injectable } from '@nestjs/common';
import type { PaymentLinkId, PaymentUserId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import type { FuturePayments } from '../ports.js';

/** The payment links that store the method of their payment. */
@Injectable()
export class StoringLinks {
  /** Those IDs whose mandate is a stored payment method, with its use. */
  async of(
    tx: AppTx,
    paymentLinkIds: readonly string[],
  ): Promise<ReadonlyMap<string, FuturePayments>> {
    if (paymentLinkIds.length === 0) return new Map();
    const rows = await tx.query<{ payment_link_id: string; future_payments: FuturePayments }>(
      byValues(`SELECT payment_link_id, setup_options ->> 'future_payments' AS future_payments
       FROM payment_links
       WHERE customer_app_id = $1 AND payment_link_id = ANY ($2) AND setup_options IS NOT NULL`),
      [tx.customerApp.id, paymentLinkIds],
    );
    return new Map(rows.map((row) => [row.payment_link_id, row.future_payments]));
  }

  /** Mandates that a payer stored for payments that the payer starts. */
  async clickToPayOf(tx: AppTx, userId: PaymentUserId): Promise<ReadonlySet<PaymentLinkId>> {
    const rows = await tx.query<{ payment_link_id: PaymentLinkId }>(
      byValues(`SELECT payment_link_id FROM payment_links
       WHERE customer_app_id = $1 AND user_id = $2
         AND setup_options ->> 'future_payments' = 'CLICK_TO_PAY'`),
      [tx.customerApp.id, userId],
    );
    return new Set(rows.map((row) => row.payment_link_id));
  }
}
