export interface NextDue {
  /** The earliest instant at which it has something to do for the app; null for nothing. */
  readonly dueAt: Date | null;
  /** As `dueAt`, without work that gives the same result whenever it is done later. */
  readonly stopAt: Date | null;
}

/** The last move of an app's clock, so far as something of it is left to do. */
export interface ClockMove {
  /** Where an advance that did not arrive was going to; null when it arrived. */
  readonly target: Date | null;
  readonly advanceSeconds: number | null;
  /** Whether the clock is frozen when no move is running. */
  readonly frozen: boolean;
  /** Whether every participant has the app's clock, and no move is running. */
  readonly settled: boolean;
}
