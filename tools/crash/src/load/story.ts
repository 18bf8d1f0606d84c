import { setTimeout as pause } from 'node:timers/promises';
import type {
  CreatePaymentLinkRequest,
  PaymentLinkResponse,
} from '@towpath/contracts/payment-link';
import type { LinkContent } from '../evidence/calls.js';
import { LaterActions } from './later-actions.js';
import { PayerStory } from './payer-story.js';
import type { Plan } from './plan.js';
import type { StoryParts } from './story-parts.js';

const REPEAT_AFTER_MS = 250;

/** The life of one link, as its callers live it: they repeat what they got no answer to. */
export class Story {
  private readonly laterActions: LaterActions;

  constructor(private readonly parts: StoryParts) {
    this.laterActions = new LaterActions(parts);
  }

  async run(): Promise<void> {
    await this.laterActions.bill();
    const link = await this.create();
    if (!link?.url) return;
    const { plan } = this.parts;
    const { payment_link_id: id, url } = link;
    const payers = plan.payers.map((means) =>
      new PayerStory({ ...this.parts, link: { id, url }, means }).run(),
    );
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
    const { merchant, journal, plan } = this.parts;
    const { mode, currency, reference, payer: external_user_id } = plan;
    const content: LinkContent = { mode, currency, amount, external_user_id };
    const body = orderOf(plan, content);
    return journal.record<PaymentLinkResponse>(
      { op: 'create', customer_app_id: merchant.customerAppId, reference, content },
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
    const { signal } = this.parts;
    while (!signal.aborted) {
      const { outcome } = await this.onLink('cancel', { id });
      if (outcome !== 'unknown') return;
      await pause(REPEAT_AFTER_MS);
    }
  }

  private async read(id: string): Promise<void> {
    await this.onLink('read', { id });
  }

  private onLink(op: 'read' | 'cancel', { id }: { readonly id: string }) {
    const { merchant, journal, plan } = this.parts;
    const path = `/payment_links/${id}`;
    return journal.record<PaymentLinkResponse>(
      {
        op,
        customer_app_id: merchant.customerAppId,
        reference: plan.reference,
        payment_link_id: id,
      },
      () =>
        op === 'read'
          ? merchant.send({ method: 'GET', path })
          : merchant.send({ method: 'POST', path: `${path}/cancel` }),
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
      ? { payment_setup_options: { future_payments: 'CLICK_TO_PAY' } }
      : {
          amount,
          payment_details: {
            description: 'Crash run',
            external_transaction_reference: plan.billed ? reference : 'CRASH',
          },
        }),
  };
}
