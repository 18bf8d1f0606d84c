import { setTimeout as pause } from 'node:timers/promises';
import type { Merchant } from '@towpath/testing';
import type { Random } from '../run/random.js';
import { Journal } from './journal.js';
import { planStory } from './plan.js';
import { Story } from './story.js';

export interface LoadOptions {
  readonly merchants: readonly [Merchant, ...Merchant[]];
  readonly random: Random;
  /** Stories that are told at the same time. */
  readonly workers: number;
}

/** After the last story began, callers that still have no answer insist for this long. */
const LAST_WORDS_MS = 20_000;
const BETWEEN_STORIES_MS = 50;

/** Stories, several at a time, until it is stopped. */
export class Load {
  readonly journal = new Journal();
  private readonly ending = new AbortController();
  private readonly giveUp = new AbortController();
  private readonly running: Promise<void>[];
  private stories = 0;

  constructor(private readonly options: LoadOptions) {
    this.running = Array.from({ length: options.workers }, () => this.work());
  }

  get count(): number {
    return this.stories;
  }

  /** No new stories; resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.ending.abort();
    const timer = setTimeout(() => this.giveUp.abort(), LAST_WORDS_MS);
    await Promise.all(this.running);
    clearTimeout(timer);
  }

  private async work(): Promise<void> {
    const { merchants, random } = this.options;
    while (!this.ending.signal.aborted) {
      this.stories += 1;
      const name = `story-${this.stories}`;
      const choices = random.stream(name);
      const merchant = choices.pick(merchants);
      const plan = planStory(choices, name);
      const { journal } = this;
      await new Story({ merchant, journal, plan, signal: this.giveUp.signal }).run();
      await pause(BETWEEN_STORIES_MS);
    }
  }
}
