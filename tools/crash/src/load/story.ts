import { setTimeout as pause } from 'node:timers/promises';
import type {
  CreatePaymentLinkRequest,
  PaymentLinkResponse,
} from '@towpath/contracts/payment-link';
import type { LinkContent } from '../evidence/evidence.js';
import { Caller, REPEAT_AFTER_MS } from './caller.js';
import { LaterActions } from './later-actions.js';
import { PayerStory } from './payer-story.js';
import type { Plan } from './plan.js';

/** The life of one link, as its callers live it: they repeat what they got no answer to. */
export class Story extends Caller<Plan> {
  private readonly laterActions = new LaterActions(this.parts);

  async run(): Promise<void> {
    await this.laterActions.bill();
    const link = await this.create();
    if (!link?.url) return;
    const { plan } = this.parts;
    const { payment_link_id: id, url } = link;
    const payers = plan.payers.map((means) => new PayerStory(this.parts, { id, url }, means).run());
    const userId = link.sender?.user_id ?? '';
    await Promise.all([
      ...payers,
      this.cancel(id),
      this.contradict(),
      this.laterActions.consent(userId),
    ]);
    if (plan.cancelsAtTheEnd) await this.cancelUntilAcknowledged(id);
    await this.read(id);
    await this.laterActions.contest(id);
    await this.laterActions.refund(id);
    await this.laterActions.charge(userId);
    // what is stored may be cancelled while it pays
    await Promise.all([this.comeBack(), this.laterActions.forget(userId)]);
  }

  private async comeBack(): Promise<void> {
    const { returns } = this.parts.plan;
    if (returns) await new Story({ ...this.parts, plan: returns }).run();
  }

  /** Sends the same create several times at once, and again while nobody knows whether it worked. */
  private async create(): Promise<PaymentLinkResponse | undefined> {
    const { plan, signal } = this.parts;
    while (!signal.aborted) {
      const copies = Array.from({ length: plan.copies }, () => this.ask(plan.amount));
      const outcomes = await Promise.all(copies);
      const created = outcomes.find(({ outcome }) => outcome === 'acknowledged');
      if (created) return created.answer?.body;
      if (outcomes.every(({ outcome }) => outcome === 'refused')) return undefined;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  private ask(amount: number | null) {
    const { merchant, plan } = this.parts;
    const { mode, currency, reference, payer: external_user_id } = plan;
    const content: LinkContent = { mode, currency, amount, external_user_id };
    const body = orderOf(plan, content);
    return this.record<PaymentLinkResponse>(
      { op: 'create', reference, content },
      () => merchant.send({ method: 'POST', path: '/payment_links', body }),
      ({ payment_link_id, status }) => ({ payment_link_id, seen_status: status }),
    );
  }

  /** Must be refused: the reference is taken by other content. */
  private async contradict(): Promise<void> {
    const { contradicts, amount } = this.parts.plan;
    if (contradicts && amount !== null) await this.ask(amount + 1);
  }

  private async cancel(id: string): Promise<void> {
    const { plan } = this.parts;
    if (plan.cancelAfterMs === null) return;
    await pause(plan.cancelAfterMs);
    await this.cancelUntilAcknowledged(id);
  }

  private async cancelUntilAcknowledged(id: string): Promise<void> {
    const request = { method: 'POST', path: `/payment_links/${id}/cancel` };
    await this.recordUntilKnown<PaymentLinkResponse>(
      { op: 'cancel', reference: this.parts.plan.reference, payment_link_id: id },
      () => this.parts.merchant.send(request),
      ({ status }) => ({ seen_status: status }),
    );
  }

  private async read(id: string): Promise<void> {
    await this.record<PaymentLinkResponse>(
      { op: 'read', reference: this.parts.plan.reference, payment_link_id: id },
      () => this.parts.merchant.send({ method: 'GET', path: `/payment_links/${id}` }),
      ({ status }) => ({ seen_status: status }),
    );
  }
}

function orderOf(plan: Plan, { external_user_id, amount }: LinkContent): CreatePaymentLinkRequest {
  const { mode, currency, reference } = plan;
  return {
    mode,
    currency,
    unique_reference_id: reference,
    sender: { external_user_id, name: 'Chan Tai Man' },
    ...(amount === null
      ? {
          payment_setup_options: { future_payments: plan.charges > 0 ? 'AUTOPAY' : 'CLICK_TO_PAY' },
        }
      : {
          amount,
          payment_details: {
            description: 'Crash run',
            external_transaction_reference: plan.billed ? reference : 'CRASH',
          },
        }),
  };
}
