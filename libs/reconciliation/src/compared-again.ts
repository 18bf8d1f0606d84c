import type { Difference, FoundDifference } from './kept-differences.js';

/** Compares the two sides of one open difference again, for the operator who resolves it. */
export abstract class ComparedAgain {
  /** Null if both sides agree by now. May ask the other side. */
  abstract again(difference: Difference): Promise<FoundDifference | null>;
}
