import type { ApiAnswer } from '../api/api-answer.js';
import type { Cancel, Timers } from '../timing/timers.js';

/** How long before its end a session asks whether the payer needs more time. */
export const WARNING_MS = 120_000;

/** The notice about the end of the session. */
export interface SessionEnding {
  /**
   * `asked`: an extension was requested. `failed`: the request failed and can be repeated. `last`:
   * no extension is possible. `extended`: the session was extended.
   */
  readonly phase: 'soon' | 'asked' | 'failed' | 'last' | 'extended';
  /** Real time, ms since the epoch. */
  readonly endsAtMs: number;
}

export interface SessionEvents {
  readonly ending: (ending: SessionEnding) => void;
  readonly ranOut: () => void;
}

interface SessionClockParts extends SessionEvents {
  readonly timers: Timers;
  /** Real time, ms since the epoch. */
  readonly nowMs: () => number;
  /** Gives the session a later end, and says when that is. */
  readonly extend: () => Promise<ApiAnswer<number>>;
}

/** Watches the end of a session: warns in time, extends it, and reports its end. */
export class SessionClock {
  private endsAtMs = 0;
  private asking = false;
  private planned: readonly Cancel[] = [];

  constructor(private readonly parts: SessionClockParts) {}

  /** From now on this is the end. */
  start(endsAtMs: number): void {
    const { timers, nowMs, ranOut } = this.parts;
    this.stop();
    this.endsAtMs = endsAtMs;
    const leftMs = endsAtMs - nowMs();
    this.planned = [
      timers.after(Math.max(0, leftMs - WARNING_MS), () => this.report('soon')),
      timers.after(leftMs, ranOut),
    ];
  }

  stop(): void {
    for (const cancel of this.planned) cancel();
    this.planned = [];
  }

  /** Extends the session. A second request during the first one has no effect. */
  async stay(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.report('asked');
    const answer = await this.parts.extend();
    this.asking = false;
    if (answer.ok) {
      this.start(answer.value);
      return this.report('extended');
    }
    const { kind } = answer.failure;
    this.report(kind === 'unauthorized' || kind === 'refused' ? 'last' : 'failed');
  }

  private report(phase: SessionEnding['phase']): void {
    this.parts.ending({ phase, endsAtMs: this.endsAtMs });
  }
}
