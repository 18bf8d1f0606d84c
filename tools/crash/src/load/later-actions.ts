import { setTimeout as pause } from 'node:timers/promises';
import type { ListDisputesResponse } from '@towpath/contracts/dispute';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { ApiAnswer } from '@towpath/testing';
import { retryUntilAcknowledged } from './retries.js';
import type { Decision } from './plan.js';
import type { StoryParts } from './story-parts.js';

const POLL_MS = 500;

/**
 * A customer app's actions after its links. The books, not the journal, show whether they happened.
 */
export class LaterActions {
  constructor(private readonly parts: StoryParts) {}

  /** The payer agrees to later charges. */
  async consent(userId: string): Promise<void> {
    const { merchant, plan } = this.parts;
    if (!plan.consents) return;
    const path = `/payment_users/${userId}`;
    const body = { autopay_consent: true };
    await this.retry(() => merchant.send({ method: 'POST', path, body }));
  }

  /** Cancels the payer's stored methods. */
  async forget(userId: string): Promise<void> {
    const { merchant, plan } = this.parts;
    if (plan.mode !== 'SETUP' || !plan.forgets) return;
    const path = `/payment_users/${userId}/payment_methods`;
    const listed = await this.retry(() =>
      merchant.send<{ payment_methods: { payment_method_id: string }[] }>({ method: 'GET', path }),
    );
    for (const { payment_method_id: id } of listed?.payment_methods ?? []) {
      await this.retry(() =>
        merchant.send({ method: 'POST', path: `/payment_methods/${id}/cancel` }),
      );
    }
  }

  /** The payment is contested, and that is decided. */
  async contest(linkId: string): Promise<void> {
    const { merchant, plan, signal } = this.parts;
    if (plan.decisions.length === 0) return;
    const path = `/payment_links/${linkId}`;
    const link = await this.retry(() =>
      merchant.send<PaymentLinkResponse>({ method: 'GET', path }),
    );
    const paymentId = link?.status === 'PAID' ? link.payment?.payment_id : undefined;
    while (paymentId && !signal.aborted) {
      const disputeId = await this.disputeOf(paymentId);
      if (disputeId) return this.decide(disputeId, plan.decisions);
      await pause(POLL_MS);
    }
  }

  private async disputeOf(paymentId: string): Promise<string | undefined> {
    const path = '/disputes?limit=1000';
    const listed = await this.retry(() =>
      this.parts.merchant.send<ListDisputesResponse>({ method: 'GET', path }),
    );
    return listed?.disputes.find((each) => each.payment_id === paymentId)?.dispute_id;
  }

  private async decide(disputeId: string, decisions: readonly Decision[]): Promise<void> {
    const { merchant } = this.parts;
    for (const decision of decisions) {
      await this.retry(() =>
        decision === 'accept'
          ? merchant.send({ method: 'POST', path: `/disputes/${disputeId}/accept` })
          : merchant.send({
              method: 'POST',
              path: `/testing/disputes/${disputeId}/events`,
              body: { event: decision },
            }),
      );
    }
  }

  /** A bill for the link arrives from the billing system. */
  async bill(): Promise<void> {
    const { merchant, plan } = this.parts;
    if (!plan.billed) return;
    const body = {
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
    };
    await this.retry(() => merchant.send({ method: 'POST', path: '/testing/bills', body }));
  }

  /** Refunds a part of the payment, once for any number of requests. */
  async refund(linkId: string): Promise<void> {
    const { merchant, plan } = this.parts;
    if (!plan.billed || plan.amount === null) return;
    const link = await this.retry(() =>
      merchant.send<PaymentLinkResponse>({ method: 'GET', path: `/payment_links/${linkId}` }),
    );
    const paymentId = link?.payment?.payment_id;
    if (!link || link.status !== 'PAID' || paymentId === undefined) return;
    const path = `/payments/${paymentId}/refunds`;
    const headers = { 'idempotency-key': `refund of ${plan.reference}` };
    const body = { amount: Math.ceil(plan.amount / 2) };
    await this.retry(() => merchant.send({ method: 'POST', path, headers, body }));
  }

  private retry<T>(call: () => Promise<ApiAnswer<T>>): Promise<T | undefined> {
    return retryUntilAcknowledged(this.parts, call);
  }
}
