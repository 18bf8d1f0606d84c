import { setTimeout as pause } from 'node:timers/promises';
import type { HostedView } from '@towpath/contracts/payment-link';
import { HostedPayer, MandatePayer, type ApiAnswer, type TestCard } from '@towpath/testing';
import { Caller, REPEAT_AFTER_MS, type StoryParts } from './caller.js';
import type { Means, Plan, Transfers } from './plan.js';

/** Most polls of a payer while the bank has not decided. */
const MAX_POLLS = 40;

/** Amount of a transfer without a reference. */
const UNNAMED = 500;

/** A payer at the hosted page: tries one means after the other until the link is settled. */
export class PayerStory extends Caller<Plan> {
  constructor(
    parts: StoryParts<Plan>,
    private readonly link: { readonly id: string; readonly url: string },
    private readonly means: readonly Means[],
  ) {
    super(parts);
  }

  async run(): Promise<void> {
    const { link, means } = this;
    const { merchant } = this.parts;
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
      : this.transferAll(payer, means.transfers);
  }

  private async tryCard(payer: HostedPayer, card: TestCard): Promise<HostedView | undefined> {
    const selected = await this.retryUntilAnswered(() => payer.select());
    if (!selected) return undefined;
    const { cards } = this.parts;
    const typed = await this.retryUntilAnswered(() => cards.type(payer, selected, card));
    if (!typed) return undefined;
    const id = selected.attempt_id;
    const view = await this.submit(id, () => payer.submit(id, typed));
    return this.answerBank(payer, view);
  }

  /** Where the bank of the card asks, and the payer answers. */
  private async answerBank(
    payer: HostedPayer,
    view: HostedView | undefined,
  ): Promise<HostedView | undefined> {
    const { cards, plan } = this.parts;
    const way = view?.attempt?.redirect_url;
    if (way === undefined || !cards.answerBank) return view;
    const decision = plan.approves ? 'approve' : 'refuse';
    await this.retryUntilAnswered(async () => cards.answerBank?.(way, decision));
    return this.retryUntilAnswered(() => payer.view());
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
    const recorded = await this.recordUntilKnown<HostedView>(
      {
        op: 'submit',
        reference: this.parts.plan.reference,
        payment_link_id: this.link.id,
        attempt_id: attemptId,
      },
      send,
      ({ status }) => ({ seen_status: status }),
    );
    return recorded?.answer?.body;
  }

  private async tryAccount(payer: HostedPayer, ending: string): Promise<HostedView | undefined> {
    const selected = await this.retryUntilAnswered(() => payer.select('MANDATE'));
    if (selected?.mandate_token === undefined) return undefined;
    const mandatePayer = new MandatePayer(this.parts.merchant.api, selected.mandate_token);
    await this.authorizeMandate(mandatePayer, `012-345-67${ending}`);
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

  /**
   * A payer transfers what the page shows: too little, enough, or too much, and once without a
   * reference. What got no answer is sent again, and may be another transfer.
   */
  private async transferAll(
    payer: HostedPayer,
    transfers: Transfers,
  ): Promise<HostedView | undefined> {
    const selected = await this.retryUntilAnswered(() => payer.select('MANUAL'));
    const view = selected && (await this.retryUntilAnswered(() => payer.view()));
    const reference = view?.attempt?.transfer?.reference;
    if (reference === undefined) return view;
    const { amount, currency } = this.parts.plan;
    const path = '/testing/incoming_transfers';
    for (const more of transfers) {
      await this.post(path, { reference, currency, amount: (amount ?? 0) + more });
    }
    await this.post(path, { currency, amount: UNNAMED });
    return this.retryUntilAnswered(() => payer.view());
  }
}
