import { setTimeout as pause } from 'node:timers/promises';
import type { HostedView } from '@towpath/contracts/payment-link';
import { HostedPayer, MandatePayer, type ApiAnswer, type TestCard } from '@towpath/testing';
import { authorizeMandate } from './debit-steps.js';
import { retryUntilAnswered, retryUntilAcknowledged } from './retries.js';
import type { Means } from './plan.js';
import type { StoryParts } from './story-parts.js';
import { transferAll } from './transfer-steps.js';

interface PayerParts extends StoryParts {
  readonly link: { readonly id: string; readonly url: string };
  readonly means: readonly Means[];
}

const REPEAT_AFTER_MS = 250;

/** Most polls of a payer while the bank has not decided. */
const MAX_POLLS = 40;

/** A payer at the hosted page: tries one means after the other until the link is settled. */
export class PayerStory {
  constructor(private readonly parts: PayerParts) {}

  async run(): Promise<void> {
    const { merchant, link, means } = this.parts;
    const payer = await this.retryUntilAnswered(() => HostedPayer.open(merchant.api, link.url));
    if (!payer) return;
    await this.hesitate(payer);
    for (const each of means) {
      if (!(await this.fails(payer, each))) return;
    }
  }

  /** Whether the payer is left to try something else. */
  private async fails(payer: HostedPayer, means: Means): Promise<boolean> {
    if (means === 'stored') return this.failsToTap(payer);
    const view = await this.attempt(payer, means);
    return view?.session_status === 'FAILED';
  }

  private attempt(
    payer: HostedPayer,
    means: Exclude<Means, 'stored'>,
  ): Promise<HostedView | undefined> {
    if (typeof means === 'string') return this.tryCard(payer, means);
    return 'account' in means
      ? this.tryAccount(payer, means.account)
      : transferAll(this.parts, payer, means.transfers);
  }

  private async tryCard(payer: HostedPayer, card: TestCard): Promise<HostedView | undefined> {
    const selected = await this.retryUntilAnswered(() => payer.select());
    const typed = selected && (await this.retryUntilAnswered(() => payer.type(selected, card)));
    if (!selected || !typed) return undefined;
    return this.submit(selected.attempt_id, () => payer.submit(selected.attempt_id, typed));
  }

  /** One tap on a stored method, unless it no longer exists. */
  private async failsToTap(payer: HostedPayer): Promise<boolean> {
    const offered = await this.retryUntilAnswered(() => payer.offered());
    const stored = offered?.find(({ payment_method_id: id }) => id !== undefined);
    const selected = stored && (await this.retryUntilAcknowledged(() => payer.choose(stored)));
    if (!selected) return true;
    const { attempt_id: id } = selected;
    const view = await this.submit(id, () => payer.submitChosen(id));
    const decided = view?.session_status === 'PROCESSING' ? await this.watch(payer) : view;
    return decided?.session_status === undefined || decided.session_status === 'FAILED';
  }

  /** Submits again until the outcome is known. */
  private async submit(
    attemptId: string,
    send: () => Promise<ApiAnswer<HostedView>>,
  ): Promise<HostedView | undefined> {
    const { merchant, journal, link, plan, signal } = this.parts;
    while (!signal.aborted) {
      const recorded = await journal.record<HostedView>(
        {
          op: 'submit',
          customer_app_id: merchant.customerAppId,
          reference: plan.reference,
          payment_link_id: link.id,
          attempt_id: attemptId,
        },
        send,
        ({ status }) => ({ seen_status: status }),
      );
      if (recorded.outcome !== 'unknown') return recorded.answer?.body;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  private async tryAccount(payer: HostedPayer, ending: string): Promise<HostedView | undefined> {
    const selected = await this.retryUntilAnswered(() => payer.select('MANDATE'));
    if (selected?.mandate_token === undefined) return undefined;
    const { merchant, journal, signal } = this.parts;
    const mandatePayer = new MandatePayer(merchant.api, selected.mandate_token);
    await authorizeMandate({ payer: mandatePayer, journal, signal }, `012-345-67${ending}`);
    return this.watch(payer);
  }

  /** Until the bank has decided. */
  private async watch(payer: HostedPayer): Promise<HostedView | undefined> {
    const { signal } = this.parts;
    for (let polls = 0; polls < MAX_POLLS && !signal.aborted; polls += 1) {
      const view = await this.retryUntilAnswered(() => payer.view());
      if (view?.session_status !== 'PROCESSING') return view;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  /** Chooses, and chooses again: the draft of a mandate must not stay behind. */
  private async hesitate(payer: HostedPayer): Promise<void> {
    const { leaves } = this.parts.plan;
    if (leaves === null) return;
    await this.retryUntilAnswered(() => payer.select(leaves));
    await this.retryUntilAnswered(() => payer.change());
  }

  /** Repeats a step that got no answer; undefined when it was refused or time is up. */
  private retryUntilAnswered<T>(step: () => Promise<T>): Promise<T | undefined> {
    return retryUntilAnswered(this.parts, step);
  }

  private retryUntilAcknowledged<T>(step: () => Promise<ApiAnswer<T>>): Promise<T | undefined> {
    return retryUntilAcknowledged(this.parts, step);
  }
}
