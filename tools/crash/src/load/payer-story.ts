import { setTimeout as pause } from 'node:timers/promises';
import type { HostedView } from '@towpath/contracts';
import { HostedPayer, MandatePayer, type TestCard } from '@towpath/testing';
import { authorizeMandate } from './debit-steps.js';
import { insist } from './insist.js';
import type { Means } from './plan.js';
import type { StoryParts } from './story.js';

interface PayerParts extends StoryParts {
  readonly link: { readonly id: string; readonly url: string };
  readonly means: readonly Means[];
}

const REPEAT_AFTER_MS = 250;

/** How long a payer looks at a page that says that the bank is thinking. */
const LOOKS = 40;

/** A payer at the hosted page: tries one means after the other until the link is settled. */
export class PayerStory {
  constructor(private readonly parts: PayerParts) {}

  async run(): Promise<void> {
    const { merchant, link, means } = this.parts;
    const payer = await this.insist(() => HostedPayer.open(merchant.api, link.url));
    if (!payer) return;
    await this.hesitate(payer);
    for (const each of means) {
      const view =
        typeof each === 'string'
          ? await this.tryCard(payer, each)
          : await this.tryAccount(payer, each.account);
      if (view?.session_status !== 'FAILED') return;
    }
  }

  private async tryCard(payer: HostedPayer, card: TestCard): Promise<HostedView | undefined> {
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

  private async tryAccount(payer: HostedPayer, ending: string): Promise<HostedView | undefined> {
    const selected = await this.insist(() => payer.select('MANDATE'));
    if (selected?.mandate_token === undefined) return undefined;
    const { merchant, journal, signal } = this.parts;
    const mandatePayer = new MandatePayer(merchant.api, selected.mandate_token);
    await authorizeMandate({ payer: mandatePayer, journal, signal }, `012-345-67${ending}`);
    for (let looks = 0; looks < LOOKS && !signal.aborted; looks += 1) {
      const view = await this.insist(() => payer.view());
      if (view?.session_status !== 'PROCESSING') return view;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  /** Chooses, and chooses again: the draft of a mandate must not stay behind. */
  private async hesitate(payer: HostedPayer): Promise<void> {
    const { leaves } = this.parts.plan;
    if (leaves === null) return;
    await this.insist(() => payer.select(leaves));
    await this.insist(() => payer.change());
  }

  /** Repeats a step that got no answer; undefined when it was refused or time is up. */
  private insist<T>(step: () => Promise<T>): Promise<T | undefined> {
    return insist(this.parts, step);
  }
}
