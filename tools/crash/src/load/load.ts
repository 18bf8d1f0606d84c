import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Random } from '../run/random.js';
import type { Shop, StoryParts } from './caller.js';
import { Journal } from './journal.js';
import { LinkStory, planLink, type LinkPlan } from './link-story.js';
import { planMandate, planRent, type Ending } from './mandate-plan.js';
import { MandateStory, RentStory } from './mandate-story.js';
import { planPayout, PayoutStory } from './payout-story.js';
import {
  planBilled,
  planContest,
  planStoredDebit,
  planStory,
  planTransferred,
  planWithdrawal,
  type Plan,
} from './plan.js';
import { Story } from './story.js';
import { planAtStripe, planPaymentAtStripe, planSetUpAtStripe } from './stripe-plan.js';

interface LoadOptions {
  readonly shops: readonly [Shop, ...Shop[]];
  /** Its cards go to Stripe. */
  readonly stripeShop: Shop;
  readonly random: Random;
  /** Stories that run at the same time. */
  readonly workers: number;
}

const LAST_WORDS_MS = 20_000;
const BETWEEN_STORIES_MS = 50;
/** Of so many stories, each kind occurs at least once, independent of luck. */
const ROUND = 20;
const LINKS: Readonly<Record<number, (random: Random, reference: string) => Plan>> = {
  1: planTransferred,
  2: planWithdrawal,
  4: planContest,
  7: planStoredDebit,
  11: planBilled,
  12: planTransferred,
};
const AT_STRIPE: typeof LINKS = {
  3: planPaymentAtStripe,
  8: planSetUpAtStripe,
  10: planAtStripe,
  18: planAtStripe,
};
const PAYOUTS = new Set([5, 14]);
/** One stays, to judge its refreshes by what they leave; of the other one nothing may remain. */
const LOGINS_OF: Readonly<Record<number, Pick<LinkPlan, 'unlinks'>>> = {
  9: { unlinks: null },
  16: { unlinks: 'at rest' },
};
/** By what the bank of the tenant does. */
const RENTS: Readonly<Record<number, Ending>> = { 13: '0833', 17: '0005' };
const MANDATES = 0.25;
const LOGINS = 0.05;

/** Stories, several at a time, until it is stopped. */
export class Load {
  readonly journal = new Journal();
  private readonly ending = new AbortController();
  private readonly giveUp = new AbortController();
  private readonly running: Promise<void>[];
  private stories = 0;

  constructor(private readonly options: LoadOptions) {
    this.running = Array.from({ length: options.workers }, () => awaitedLater(this.work()));
  }

  get count(): number {
    return this.stories;
  }

  /**
   * No new stories; resolves when the last one has ended. Callers that still have no answer repeat
   * for `lastWordsMs`.
   */
  async stop(lastWordsMs = LAST_WORDS_MS): Promise<void> {
    this.ending.abort();
    const timer = setTimeout(() => this.giveUp.abort(), lastWordsMs);
    await Promise.all(this.running);
    clearTimeout(timer);
  }

  /** One more story, beside those of the workers. */
  begin(shop: Shop, planned: (reference: string) => Plan): void {
    this.stories += 1;
    const story = new Story(this.partsOf(shop, planned(`story-${this.stories}`)));
    this.running.push(awaitedLater(story.run()));
  }

  private async work(): Promise<void> {
    const { shops, random } = this.options;
    while (!this.ending.signal.aborted) {
      this.stories += 1;
      const name = `story-${this.stories}`;
      const choices = random.stream(name);
      await this.story(choices, { name, shop: choices.pick(shops) }).run();
      await pause(BETWEEN_STORIES_MS);
    }
  }

  private story(
    choices: Random,
    { name, shop }: { readonly name: string; readonly shop: Shop },
  ): { run(): Promise<unknown> } {
    const { stripeShop, shops } = this.options;
    const [turn, [first]] = [this.stories % ROUND, shops];
    const [link, ending, login] = [LINKS[turn], RENTS[turn], LOGINS_OF[turn]];
    const of = <P>(plan: P, at = shop): StoryParts<P> => this.partsOf(at, plan);
    if (link) return new Story(of(link(choices, name)));
    const atStripe = AT_STRIPE[turn];
    if (atStripe) return new Story(of(atStripe(choices, name), stripeShop));
    // of the shop whose clock moves on by more than a day
    if (ending) return new RentStory(of(planRent(name, ending), first));
    if (PAYOUTS.has(turn)) return new PayoutStory(of(planPayout(choices, name)));
    if (login) return new LinkStory(of({ ...planLink(choices, name), ...login }));
    if (choices.chance(LOGINS)) return new LinkStory(of(planLink(choices, name)));
    if (choices.chance(MANDATES)) return new MandateStory(of(planMandate(choices, name)));
    return new Story(of(planStory(choices, name)));
  }

  private partsOf<P>({ merchant, accountId, cards }: Shop, plan: P): StoryParts<P> {
    const { journal, giveUp } = this;
    return { merchant, accountId, cards, plan, journal, signal: giveUp.signal };
  }
}
