import { setTimeout as pause } from 'node:timers/promises';
import type { HostedView } from '@towpath/contracts';
import { HostedPayer, UnexpectedAnswer, type TestCard } from '@towpath/testing';
import type { StoryParts } from './story.js';

interface PayerParts extends StoryParts {
  readonly link: { readonly id: string; readonly url: string };
  readonly cards: readonly TestCard[];
}

const REPEAT_AFTER_MS = 250;

/** A payer at the hosted page: tries one card after the other until the link is settled. */
export class PayerStory {
  constructor(private readonly parts: PayerParts) {}

  async run(): Promise<void> {
    const { merchant, link, cards } = this.parts;
    const payer = await this.insist(() => HostedPayer.open(merchant.api, link.url));
    for (const card of payer ? cards : []) {
      const view = await this.tryCard(payer as HostedPayer, card);
      if (view?.session_status !== 'FAILED') return;
    }
  }

  private async tryCard(payer: HostedPayer, card: TestCard): Promise<HostedView | undefined> {
    await this.hesitate(payer);
    const selected = await this.insist(() => payer.select());
    const typed = selected && (await this.insist(() => payer.type(selected, card)));
    if (!selected || !typed) return undefined;
    const { merchant, journal, link, plan, signal } = this.parts;
    while (!signal.aborted) {
      const told = await journal.record<HostedView>(
        {
          op: 'submit',
          customer_app_id: merchant.customerAppId,
          reference: plan.reference,
          payment_link_id: link.id,
          attempt_id: selected.attempt_id,
        },
        () => payer.submit(selected.attempt_id, typed),
        ({ status }) => ({ seen_status: status }),
      );
      if (told.outcome !== 'unknown') return told.answer?.body;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  private async hesitate(payer: HostedPayer): Promise<void> {
    if (!this.parts.plan.hesitates) return;
    await this.insist(() => payer.select());
    await this.insist(() => payer.change());
  }

  /** Repeats a step that got no answer; undefined when it was refused or time is up. */
  private async insist<T>(step: () => Promise<T>): Promise<T | undefined> {
    while (!this.parts.signal.aborted) {
      try {
        return await step();
      } catch (error) {
        if (error instanceof UnexpectedAnswer && error.answer.status < 500) return undefined;
        this.parts.journal.noteError();
        await pause(REPEAT_AFTER_MS);
      }
    }
    return undefined;
  }
}
