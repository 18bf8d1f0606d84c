import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { awaitedLater } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { Agent, request } from 'undici';

import { SandboxLogger } from '../../sandbox-logger.js';
import { backOffMs } from './back-off.js';
import { CallbacksRepository, type ClaimedCallback } from './persistence/callbacks.repository.js';
import { CallbackSigners } from './callback-signer.js';

/** Times of the sender, in milliseconds. The lease outlives the longest request. */
export interface CallbackTimes {
  readonly pollMs: number;
  readonly leaseMs: number;
  readonly requestTimeoutMs: number;
}

export const DEFAULT_CALLBACK_TIMES: CallbackTimes = {
  pollMs: 1_000,
  leaseMs: 8_000,
  requestTimeoutMs: 5_000,
};

/** Injection token of `CallbackTimes`. */
export const CALLBACK_TIMES = Symbol('CALLBACK_TIMES');

const BATCH = 32;
const MOST_ERROR_TEXT = 300;

/**
 * Sends call-backs until each is answered with 2xx: claim, commit, send, record. A killed process
 * keeps its claim until the lease ends. A call-back may therefore arrive twice but is never lost.
 */
@Injectable()
export class CallbackSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly agent = new Agent({ connections: BATCH, pipelining: 1 });
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly callbacks: CallbacksRepository,
    private readonly signers: CallbackSigners,
    private readonly log: SandboxLogger,
    @Inject(CALLBACK_TIMES) private readonly times: CallbackTimes,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.agent.close();
  }

  /** Something may be due: called after each commit that added call-backs. */
  wake(): void {
    if (this.stopped) return;
    this.again = true;
    if (this.running) return;
    const running = this.runUntilIdle().finally(() => {
      this.running = undefined;
      this.sleep();
    });
    this.running = awaitedLater(running);
  }

  /** Sends due call-backs of one app, without retries, and waits for the answers. */
  async sendDue(customerAppId: string): Promise<number> {
    let sent = 0;
    for (;;) {
      const claimed = await this.claim(customerAppId);
      if (claimed.length === 0) return sent;
      await this.sendAll(claimed);
      sent += claimed.length;
    }
  }

  private sleep(): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), this.times.pollMs);
  }

  private async runUntilIdle(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        const claimed = await this.claim();
        await this.sendAll(claimed);
        // The next one of a reference could not be claimed before this one was delivered.
        this.again ||= claimed.length > 0;
      }
    } catch (error) {
      this.log.error({ error }, 'call-backs could not be sent; trying again');
    }
  }

  private claim(customerAppId?: string): Promise<ClaimedCallback[]> {
    const { leaseMs } = this.times;
    const claim = { limit: BATCH, leaseMs, ...(customerAppId ? { customerAppId } : {}) };
    return this.transactions.asWorker((tx) => this.callbacks.claim(tx, claim));
  }

  private async sendAll(claimed: readonly ClaimedCallback[]): Promise<void> {
    const inOrder = claimed.toSorted((a, b) => a.position - b.position);
    await Promise.all(inOrder.map((callback) => this.sendOne(callback)));
  }

  private async sendOne(callback: ClaimedCallback): Promise<void> {
    const { position } = callback;
    const result = await this.post(callback);
    if (result.status !== null && result.status >= 200 && result.status < 300) {
      const delivered = { position, status: result.status };
      await this.transactions.asWorker((tx) => this.callbacks.recordDelivered(tx, delivered));
      return;
    }
    const failed = { position, ...result, retryAfterMs: backOffMs(callback.attempts) };
    await this.transactions.asWorker((tx) => this.callbacks.recordFailed(tx, failed));
    this.log.warn({ reference: callback.reference, ...failed }, 'call-back was not taken');
  }

  private async post(callback: ClaimedCallback): Promise<{ status: number | null; error: string }> {
    const { url, body, claimed_at: sentAt } = callback;
    try {
      const signature = this.signers.of(callback.gateway).callbackHeaders(body, sentAt);
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(this.times.requestTimeoutMs),
      });
      await response.body.dump();
      return { status: response.statusCode, error: `answered ${response.statusCode}` };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { status: null, error: text.slice(0, MOST_ERROR_TEXT) };
    }
  }
}
