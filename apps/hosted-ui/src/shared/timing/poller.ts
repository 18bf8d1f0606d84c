import type { Cancel, Timers } from './timers.js';

const FIRST_MS = 2_000;
const STEADY_POLLS = 15;
const GROWTH = 1.5;
const LONGEST_MS = 15_000;

/** How long to wait before poll number `polls + 1`: every 2 s for half a minute, then ever slower. */
export function pollDelayMs(polls: number): number {
  const beyond = Math.max(0, polls - STEADY_POLLS);
  return Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** beyond));
}

/** Polls while it is on, one request at a time, with growing pauses. */
export class Poller {
  private polls = 0;
  private on = false;
  private busy = false;
  private notBeforeMs = 0;
  private cancel: Cancel | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly poll: () => Promise<void>,
    /** Before poll number `polls + 1`. */
    private readonly delayMs: (polls: number) => number = pollDelayMs,
  ) {}

  start(): void {
    if (this.on) return;
    this.on = true;
    this.polls = 0;
    this.plan();
  }

  stop(): void {
    this.on = false;
    this.cancel?.();
    this.cancel = null;
  }

  /** The next poll waits at least this long: the server asked for it. */
  slowDown(delayMs: number): void {
    this.notBeforeMs = delayMs;
  }

  private plan(): void {
    if (!this.on || this.cancel || this.busy) return;
    const delayMs = Math.max(this.delayMs(this.polls), this.notBeforeMs);
    this.notBeforeMs = 0;
    this.cancel = this.timers.after(delayMs, () => void this.tick());
  }

  private async tick(): Promise<void> {
    this.cancel = null;
    this.polls += 1;
    this.busy = true;
    try {
      await this.poll();
    } finally {
      this.busy = false;
      this.plan();
    }
  }
}
