import { setTimeout as pause } from 'node:timers/promises';
import type { ListDisputesResponse } from '@towpath/contracts/dispute';
import type {
  ListPaymentMethodsResponse,
  PaymentLinkResponse,
} from '@towpath/contracts/payment-link';
import { Caller } from './caller.js';
import type { Decision, Plan } from './plan.js';

const POLL_MS = 500;
/** Minor units of the first charge of a stored card. */
const CHARGED = 1_900;

/**
 * A customer app's actions after its links. The books, not the journal, show whether they happened.
 */
export class LaterActions extends Caller<Plan> {
  /** The payer agrees to later charges. */
  async consent(userId: string): Promise<void> {
    if (!this.parts.plan.consents) return;
    await this.post(`/payment_users/${userId}`, { autopay_consent: true });
  }

  /** Cancels the payer's stored methods. */
  async forget(userId: string): Promise<void> {
    const { plan } = this.parts;
    if (plan.mode !== 'SETUP' || !plan.forgets) return;
    const listed = await this.get<ListPaymentMethodsResponse>(
      `/payment_users/${userId}/payment_methods`,
    );
    for (const { payment_method_id: id } of listed?.payment_methods ?? []) {
      await this.post(`/payment_methods/${id}/cancel`);
    }
  }

  /** Charges the stored card without the payer; each charge is sent twice under one key. */
  async charge(userId: string): Promise<void> {
    const { charges, currency, reference } = this.parts.plan;
    if (charges === 0) return;
    const listed = await this.get<ListPaymentMethodsResponse>(
      `/payment_users/${userId}/payment_methods`,
    );
    const [method] = listed?.payment_methods ?? [];
    if (!method) return;
    const { payment_method_id } = method;
    for (let number = 1; number <= charges; number += 1) {
      const order = { amount: CHARGED * number, currency, payment_method_id, payment_details: {} };
      const send = () =>
        this.post('/payments', { ...order, key: `charge ${number} of ${reference}` });
      await Promise.all([send(), send()]);
    }
  }

  /** The payment is contested, and that is decided. */
  async contest(linkId: string): Promise<void> {
    const { plan, signal } = this.parts;
    if (plan.decisions.length === 0) return;
    const link = await this.get<PaymentLinkResponse>(`/payment_links/${linkId}`);
    const paymentId = link?.status === 'PAID' ? link.payment?.payment_id : undefined;
    while (paymentId && !signal.aborted) {
      const disputeId = await this.disputeOf(paymentId);
      if (disputeId) return this.decide(disputeId, plan.decisions);
      await pause(POLL_MS);
    }
  }

  private async disputeOf(paymentId: string): Promise<string | undefined> {
    const listed = await this.get<ListDisputesResponse>('/disputes?limit=1000');
    return listed?.disputes.find((each) => each.payment_id === paymentId)?.dispute_id;
  }

  private async decide(disputeId: string, decisions: readonly Decision[]): Promise<void> {
    for (const decision of decisions) {
      await (decision === 'accept'
        ? this.post(`/disputes/${disputeId}/accept`)
        : this.post(`/testing/disputes/${disputeId}/events`, { event: decision }));
    }
  }

  /** A bill for the link arrives from the billing system. */
  async bill(): Promise<void> {
    const { plan } = this.parts;
    if (!plan.billed) return;
    await this.post('/testing/bills', {
      external_bill_id: `bill of ${plan.reference}`,
      external_user_id: plan.payer,
      bill_date: null,
      due_date: null,
      status: 'UNPAID',
      details: {
        total_amount_due: plan.amount,
        currency: plan.currency,
        bill_reference_id: plan.reference,
      },
      sender_details: { name: 'Chan Tai Man' },
      integration_metadata: { integration_id: 'EXT' },
      is_autopay_eligible: false,
    });
  }

  /** Refunds a part of the payment, once for any number of requests. */
  async refund(linkId: string): Promise<void> {
    const { plan } = this.parts;
    if (!plan.refunds || plan.amount === null) return;
    const link = await this.get<PaymentLinkResponse>(`/payment_links/${linkId}`);
    const paymentId = link?.payment?.payment_id;
    if (link?.status !== 'PAID' || paymentId === undefined) return;
    await this.post(`/payments/${paymentId}/refunds`, {
      key: `refund of ${plan.reference}`,
      amount: Math.ceil(plan.amount / 2),
    });
  }
}
