import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Merchant } from '@towpath/testing';
import type { Random } from '../run/random.js';
import { Journal } from './journal.js';
import { planKeptLogin, planLink, planUnlinkedLogin, type LinkPlan } from './link-plan.js';
import { LinkStory } from './link-story.js';
import { planMandate, planRent, type MandatePlan } from './mandate-plan.js';
import { MandateStory } from './mandate-story.js';
import { planPayout, PayoutStory, type PayoutPlan } from './payout-story.js';
import {
  planBilled,
  planContest,
  planStoredDebit,
  planStory,
  planTransferred,
  planWithdrawal,
  type Plan,
} from './plan.js';
import { RentStory } from './rent-story.js';
import { Story } from './story.js';

export interface Shop {
  readonly merchant: Merchant;
  /** Takes direct debits. */
  readonly accountId: string;
}

export interface LoadOptions {
  readonly shops: readonly [Shop, ...Shop[]];
  readonly random: Random;
  /** Stories that run at the same time. */
  readonly workers: number;
}

const LAST_WORDS_MS = 20_000;
const BETWEEN_STORIES_MS = 50;
/** Of so many stories, each kind occurs at least once, independent of luck. */
const ROUND = 20;
const WITHDRAWAL = 2;
const CONTEST = 4;
const PAYOUTS = new Set([5, 14]);
const KEPT_LOGIN = 9;
const UNLINKED_LOGIN = 16;
const STORED_DEBIT = 7;
const BILLED = 11;
const TRANSFERRED = new Set([1, 12]);
/** By what the bank of the tenant does. */
const RENTS: Readonly<Record<number, '0833' | '0005'>> = { 13: '0833', 17: '0005' };
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

  private async work(): Promise<void> {
    const { shops, random } = this.options;
    while (!this.ending.signal.aborted) {
      this.stories += 1;
      const name = `story-${this.stories}`;
      const choices = random.stream(name);
      const shop = choices.pick(shops);
      const turn = this.stories % ROUND;
      if (turn === WITHDRAWAL) await this.link(shop, planWithdrawal(choices, name));
      else if (turn === CONTEST) await this.link(shop, planContest(choices, name));
      else if (turn === STORED_DEBIT) await this.link(shop, planStoredDebit(choices, name));
      else if (turn === BILLED) await this.link(shop, planBilled(choices, name));
      else if (TRANSFERRED.has(turn)) await this.link(shop, planTransferred(choices, name));
      else if (RENTS[turn]) await this.rent(planRent(name, { ending: RENTS[turn] }));
      else if (PAYOUTS.has(turn)) await this.payout(shop, planPayout(choices, name));
      else if (turn === KEPT_LOGIN) await this.login(shop, planKeptLogin(choices, name));
      else if (turn === UNLINKED_LOGIN) await this.login(shop, planUnlinkedLogin(choices, name));
      else if (choices.chance(LOGINS)) await this.login(shop, planLink(choices, name));
      else if (choices.chance(MANDATES)) await this.mandate(shop, planMandate(choices, name));
      else await this.link(shop, planStory(choices, name));
      await pause(BETWEEN_STORIES_MS);
    }
  }

  private link({ merchant }: Shop, plan: Plan): Promise<void> {
    const { journal } = this;
    return new Story({ merchant, journal, plan, signal: this.giveUp.signal }).run();
  }

  private payout({ merchant, accountId }: Shop, plan: PayoutPlan): Promise<void> {
    const { journal } = this;
    const { signal } = this.giveUp;
    const parts = { merchant, journal, plan, signal, recipientAccountId: accountId };
    return new PayoutStory(parts).run();
  }

  private login({ merchant }: Shop, plan: LinkPlan): Promise<void> {
    const { journal } = this;
    return new LinkStory({ merchant, journal, plan, signal: this.giveUp.signal }).run();
  }

  /** Of the shop whose clock moves on by more than a day. */
  private rent(plan: MandatePlan): Promise<void> {
    const [{ merchant, accountId: recipientAccountId }] = this.options.shops;
    const { journal } = this;
    const { signal } = this.giveUp;
    return new RentStory({ merchant, journal, plan, signal, recipientAccountId }).run();
  }

  private async mandate({ merchant, accountId }: Shop, plan: MandatePlan): Promise<void> {
    const { journal } = this;
    const { signal } = this.giveUp;
    await new MandateStory({
      merchant,
      journal,
      plan,
      signal,
      recipientAccountId: accountId,
    }).run();
  }
}
