import type { ConsoleSession } from '@towpath/contracts/operator';

/** How long the session still lasts: each answer of the console moves its idle end. */
export class SessionClock {
  /** Milliseconds that the clock of the console is ahead of this machine's. */
  private aheadMs = 0;
  private idleMs = 0;
  private idleEndsAtMs = 0;
  private endsAtMs = 0;

  constructor(private readonly localNowMs: () => number) {}

  begin({ ends_at: endsAt, idle_ends_at: idleEndsAt }: ConsoleSession): void {
    this.endsAtMs = Date.parse(endsAt);
    this.idleEndsAtMs = Date.parse(idleEndsAt);
    this.idleMs = this.idleEndsAtMs - this.nowMs();
  }

  /** @param date header of the answer: the time of the console, in whole seconds */
  answered(date: string | null): void {
    const atMs = Date.parse(date ?? '');
    if (!Number.isNaN(atMs)) this.aheadMs = atMs - this.localNowMs();
    if (this.idleMs > 0) this.idleEndsAtMs = this.nowMs() + this.idleMs;
  }

  end(): void {
    this.idleMs = 0;
    this.endsAtMs = 0;
  }

  /** 0 when there is no session. */
  remainingMs(): number {
    return Math.max(0, Math.min(this.endsAtMs, this.idleEndsAtMs) - this.nowMs());
  }

  /** The time of the console. */
  nowMs(): number {
    return this.localNowMs() + this.aheadMs;
  }
}
