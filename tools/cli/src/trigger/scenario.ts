import type { TestShop } from './test-shop.js';

/** How the sandbox makes an event happen. */
export interface Scenario {
  readonly does: string;
  /** By how much it moves the clock of the app. */
  readonly advancesDays?: number;
  /** Returns the ID of the resource that the event is about, or of the event itself. */
  readonly run: (shop: TestShop) => Promise<string | { readonly event_id: string }>;
}

/** Nothing that a customer app can do makes it happen. */
export interface Unreachable {
  readonly why: string;
}

export type Plan = Scenario | Unreachable;

export function unreachable(why: string): Unreachable {
  return { why };
}
