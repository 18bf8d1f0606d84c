import type { Random } from '../run/random.js';

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
const WINDOW_MS = 3_000;

/** A freeze for each cycle: every process once before any of them again, services with and without. */
export function planFreezes(
  random: Random,
  { victims, cycles }: { readonly victims: readonly string[]; readonly cycles: number },
): Freeze[] {
  let deck: string[] = [];
  return Array.from({ length: cycles }, (_, cycle) => {
    if (deck.length === 0) deck = random.shuffled(victims);
    const longest = cycle < SHORT_CYCLES ? SHORT_MS : LONG_MS;
    return {
      name: deck.shift() ?? '',
      afterMs: random.below(WINDOW_MS),
      frozenForMs: SHORTEST_MS + random.below(longest - SHORTEST_MS),
      hasReplica: cycle >= SHORT_CYCLES && random.below(2) === 0,
    };
  });
}
