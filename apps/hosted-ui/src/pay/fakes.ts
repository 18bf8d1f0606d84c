import type { HostedView } from '../api/hosted-view.js';
import type { AddressBar } from '../session/link-token.js';
import type { SessionSlot } from '../session/session-store.js';
import type { Cancel, Timers } from './timers.js';

/** An open link of 10 HKD; `changes` make it what a test needs. */
export function aView(changes: Partial<HostedView> = {}): HostedView {
  return {
    payment_link_id: 'link-1',
    unique_reference_id: 'order-1',
    mode: 'PAYMENT',
    status: 'CREATED',
    session_status: 'OPEN',
    amount: 1_000,
    currency: 'HKD',
    language: 'en',
    ui_mode: 'redirect',
    live: false,
    merchant: { display_name: 'Shop' },
    money_moved: 'NO',
    ...changes,
  };
}

export function anAttempt(status: string, attempt_id = 'attempt-1') {
  return { attempt_id, payment_method_type: 'CARD', status };
}

/** Time that passes only when told to. */
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
