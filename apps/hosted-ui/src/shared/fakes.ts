import type { AddressBar } from './session/link-token.js';
import type { SessionSlot } from './session/tab-slot.js';
import type { Cancel, Timers } from './timing/timers.js';

/** Time that passes only on request. */
export class ManualTimers implements Timers {
  nowMs = 0;
  private readonly waiting = new Set<{ readonly dueMs: number; readonly run: () => void }>();

  after(delayMs: number, run: () => void): Cancel {
    const entry = { dueMs: this.nowMs + delayMs, run };
    this.waiting.add(entry);
    return () => this.waiting.delete(entry);
  }

  /** Runs what falls due, in order, letting promises settle after each. */
  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    for (;;) {
      const due = [...this.waiting].filter(({ dueMs }) => dueMs <= endMs);
      const next = due.sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.waiting.delete(next);
      this.nowMs = next.dueMs;
      next.run();
      await settled();
    }
    this.nowMs = endMs;
  }
}

/** Until everything that can go on without time passing has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

export class FakeAddressBar implements AddressBar {
  constructor(public href: string) {}

  replace(url: string): void {
    this.href = new URL(url, this.href).href;
  }
}

export class FakeSlot implements SessionSlot {
  text: string | null = null;

  read(): string | null {
    return this.text;
  }

  write(text: string): void {
    this.text = text;
  }

  erase(): void {
    this.text = null;
  }
}
