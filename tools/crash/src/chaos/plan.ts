import type { Random } from '../run/random.js';

interface Disturbed {
  readonly victims: readonly string[];
  readonly cycles: number;
}

/** One process that is killed at a moment of its cycle, and stays dead for a while. */
export interface Kill {
  readonly name: string;
  readonly afterMs: number;
  readonly deadForMs: number;
}

const MAX_AT_ONCE = 3;
/** Kills fall into this part of a cycle. */
const KILL_WINDOW_MS = 6_000;
const LONGEST_DEATH_MS = 3_000;

/** The kills of each cycle. Victims are dealt like cards: all of them before any of them again. */
export function planKills(random: Random, { victims, cycles }: Disturbed): Kill[][] {
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
      afterMs: random.below(KILL_WINDOW_MS),
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

/** One process that is stopped (SIGSTOP) for a while within its cycle. */
export interface Freeze {
  readonly name: string;
  readonly afterMs: number;
  readonly frozenForMs: number;
  /** Whether another process of the same service runs meanwhile. */
  readonly hasReplica: boolean;
}

/** A run of so few cycles stays as it is, short: its processes are killed only. */
export const SHORT_CYCLES = 2;
const SHORTEST_MS = 1_000;
const SHORT_MS = 3_000;
const LONG_MS = 30_000;
const FREEZE_WINDOW_MS = 3_000;

/** A freeze for each cycle: every process once before any of them again, services with and without. */
export function planFreezes(random: Random, { victims, cycles }: Disturbed): Freeze[] {
  let deck: string[] = [];
  return Array.from({ length: cycles }, (_, cycle) => {
    if (deck.length === 0) deck = random.shuffled(victims);
    const longest = cycle < SHORT_CYCLES ? SHORT_MS : LONG_MS;
    return {
      name: deck.shift() ?? '',
      afterMs: random.below(FREEZE_WINDOW_MS),
      frozenForMs: SHORTEST_MS + random.below(longest - SHORTEST_MS),
      hasReplica: cycle >= SHORT_CYCLES && random.below(2) === 0,
    };
  });
}
