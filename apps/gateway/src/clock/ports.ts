import type { CustomerAppId } from '@towpath/kernel';
import type { ClockState } from '../customer-apps/domain/customer-app.js';

export interface NextDue {
  /** The earliest instant at which it has something to do for the app; null for nothing. */
  readonly dueAt: Date | null;
  /** As `dueAt`, without work that gives the same result whenever it is done later. */
  readonly stopAt: Date | null;
}

/** A process that keeps due work by a customer app's clock: each service, and the sandbox. */
export abstract class ClockParticipant {
  abstract readonly name: string;
  abstract nextDue(app: CustomerAppId): Promise<NextDue>;
  /** Takes over the clock and runs what is due by it, within `deadlineMs`. */
  abstract run(app: CustomerAppId, clock: ClockState, deadlineMs: number): Promise<void>;
  /** Whether it has published and handled everything it knows of. */
  abstract isQuiet(app: CustomerAppId): Promise<boolean>;
}

export abstract class ClockParticipants {
  abstract all(): readonly ClockParticipant[];
}

/** The last move of an app's clock, so far as something of it is left to do. */
export interface ClockMove {
  /** Where an advance that did not arrive was going to; null when it arrived. */
  readonly target: Date | null;
  readonly advanceSeconds: number | null;
  /** Whether the clock stands still whenever no move is under way. */
  readonly frozen: boolean;
  /** Whether every participant has the clock that the app has, and no move is under way. */
  readonly settled: boolean;
}
