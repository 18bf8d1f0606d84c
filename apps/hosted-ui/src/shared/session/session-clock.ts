import type { ApiAnswer } from '../api/api-answer.js';
import type { Cancel, Timers } from '../timing/timers.js';

/** How long before its end a session asks whether the payer needs more time. */
export const WARNING_MS = 120_000;

/** What the payer is told about the end of the session. */
export interface SessionEnding {
  /**
   * `asked`: more time is on its way. `failed`: it could not be had, and may be asked for again.
   * `last`: there is no more. `extended`: there is more.
   */
  readonly phase: 'soon' | 'asked' | 'failed' | 'last' | 'extended';
  /** Real time, ms since the epoch. */
  readonly endsAtMs: number;
}

export interface SessionHears {
  readonly ending: (ending: SessionEnding) => void;
  readonly ranOut: () => void;
}

interface SessionClockParts extends SessionHears {
  readonly timers: Timers;
  /** Real time, ms since the epoch. */
  readonly nowMs: () => number;
  /** Gives the session a later end, and says when that is. */
  readonly extend: () => Promise<ApiAnswer<number>>;
}

/** Minds the end of a session: tells of it in time, gets more time, tells when it is over. */
export class SessionClock {
  private endsAtMs = 0;
  private asking = false;
  private planned: readonly Cancel[] = [];

  constructor(private readonly parts: SessionClockParts) {}

  /** From now on this is the end. */
  mind(endsAtMs: number): void {
    const { timers, nowMs, ranOut } = this.parts;
    this.rest();
    this.endsAtMs = endsAtMs;
    const leftMs = endsAtMs - nowMs();
    this.planned = [
      timers.after(Math.max(0, leftMs - WARNING_MS), () => this.tell('soon')),
      timers.after(leftMs, ranOut),
    ];
  }

  rest(): void {
    for (const cancel of this.planned) cancel();
    this.planned = [];
  }

  /** The payer needs more time. A second wish while one is on its way does nothing. */
  async stay(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.tell('asked');
    const answer = await this.parts.extend();
    this.asking = false;
    if (answer.ok) {
      this.mind(answer.value);
      return this.tell('extended');
    }
    const { kind } = answer.failure;
    this.tell(kind === 'unauthorized' || kind === 'refused' ? 'last' : 'failed');
  }

  private tell(phase: SessionEnding['phase']): void {
    this.parts.ending({ phase, endsAtMs: this.endsAtMs });
  }
}
