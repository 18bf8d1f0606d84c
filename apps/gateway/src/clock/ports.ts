export interface NextDue {
  /** The earliest instant at which it has something to do for the app; null for nothing. */
  readonly dueAt: Date | null;
  /** Like `dueAt`, without work whose result does not depend on its instant. */
  readonly stopAt: Date | null;
}

/** The last move of an app's clock, so far as something of it is left to do. */
export interface ClockMove {
  /** Target of an incomplete advance; null if it is complete. */
  readonly target: Date | null;
  readonly advanceSeconds: number | null;
  /** Whether the clock is frozen after the move. */
  readonly frozen: boolean;
  /** Whether every participant has the app's clock, and no move is running. */
  readonly settled: boolean;
}
