import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, type Reply } from './reply.js';

const SLOW_MS = 1_500;

/** What a scenario of any page changes. */
export interface ScenarioOf<View> {
  readonly view?: Partial<View>;
  readonly entry?: 'invalid' | 'broken' | 'rate_limited' | 'never_answers' | 'offline';
  /** Half an hour when absent; an extended one always lasts that long. */
  readonly sessionSeconds?: number;
  readonly extension?: 'refused' | 'lost';
  /** After that many good answers every view is refused with 401. */
  readonly sessionEndsAfterViews?: number;
  readonly brokenViews?: number;
  readonly brokenSearch?: true;
  /** What happens to the first form that is submitted. */
  readonly firstSubmission?: 'slow' | 'answer_lost' | 'request_lost' | Refusal;
}

/** Scenarios of every page. */
export const COMMON_SCENARIOS = {
  success: {},
  live: { view: { live: true } },
  auto_redirect: { view: { ui_mode: 'auto_redirect' } },
  session_ending: { sessionSeconds: 100 },
  invalid: { entry: 'invalid' },
  broken: { entry: 'broken' },
  crowded: { entry: 'rate_limited' },
  loading: { entry: 'never_answers' },
} as const;

/** A link that is made for a scenario. */
export interface Made<View, Scenario> {
  readonly token: string;
  readonly scenario: Scenario;
  /** What the scenario says counts more. */
  readonly changes: Partial<View>;
  /** Of the page. */
  readonly origin: string;
}

/** One link or mandate of the fake backend: a small model of what its service does for the page. */
export abstract class FakeRecord<View, Scenario extends ScenarioOf<View>> {
  views = 0;
  submissions = 0;
  private known: View;

  constructor(
    protected readonly made: Made<View, Scenario>,
    usual: View,
  ) {
    this.known = { ...usual, ...made.changes, ...made.scenario.view };
  }

  get scenario(): Scenario {
    return this.made.scenario;
  }

  current(): View {
    return this.known;
  }

  change(changes: Partial<View>): View {
    this.known = { ...this.known, ...changes };
    return this.known;
  }

  /** What the page polls: a poll brings what is under way further. */
  abstract view(): object;

  poll(): Reply {
    const { brokenViews = 0, sessionEndsAfterViews = Number.POSITIVE_INFINITY } = this.scenario;
    this.views += 1;
    const view = this.view();
    if (this.views <= brokenViews) return 'lost';
    return this.views > sessionEndsAfterViews ? new Refusal(401, 'TOKEN_EXPIRED') : view;
  }

  async submission(take: () => Reply): Promise<Reply> {
    this.submissions += 1;
    const fate = this.submissions === 1 ? this.scenario.firstSubmission : undefined;
    if (fate === 'slow') await delay(SLOW_MS);
    if (fate === 'request_lost') return 'lost';
    if (fate instanceof Refusal) return fate;
    const reply = take();
    return fate === 'answer_lost' ? 'lost' : reply;
  }
}
