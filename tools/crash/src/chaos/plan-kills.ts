import type { Random } from '../run/random.js';

/** One process that is killed at a moment of its cycle, and stays dead for a while. */
export interface Kill {
  readonly name: string;
  readonly afterMs: number;
  readonly deadForMs: number;
}

const MAX_AT_ONCE = 3;
/** Kills fall into this part of a cycle. */
const WINDOW_MS = 6_000;
const LONGEST_DEATH_MS = 3_000;

/** The kills of each cycle. Victims are dealt like cards: all of them before any of them again. */
export function planKills(
  random: Random,
  { victims, cycles }: { readonly victims: readonly string[]; readonly cycles: number },
): Kill[][] {
  let deck: string[] = [];
  return Array.from({ length: cycles }, () => {
    const hand = new Set<string>();
    const count = 1 + random.below(MAX_AT_ONCE);
    while (hand.size < Math.min(count, victims.length)) {
      if (deck.length === 0) deck = handLast(random.shuffled(victims), hand);
      hand.add(deck.shift() ?? '');
    }
    return [...hand].map((name) => ({
      name,
      afterMs: random.below(WINDOW_MS),
      deadForMs: random.below(LONGEST_DEATH_MS),
    }));
  });
}

/**
 * A victim that is already killed in this cycle goes to the end of the deck, so that none is lost.
 */
function handLast(deck: readonly string[], hand: ReadonlySet<string>): string[] {
  return [...deck.filter((name) => !hand.has(name)), ...deck.filter((name) => hand.has(name))];
}
