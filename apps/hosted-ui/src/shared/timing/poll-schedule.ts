const FIRST_MS = 2_000;
const STEADY_POLLS = 15;
const GROWTH = 1.5;
const LONGEST_MS = 15_000;

/** How long to wait before poll number `polls + 1`: every 2 s for half a minute, then ever slower. */
export function pollDelayMs(polls: number): number {
  const beyond = Math.max(0, polls - STEADY_POLLS);
  return Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** beyond));
}
