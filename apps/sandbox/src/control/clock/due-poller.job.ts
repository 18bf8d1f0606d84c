import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { awaitedLater } from '@towpath/kernel';
import { AuthorizationsService } from '../../cards/authorizations/authorizations.service.js';
import { CardTokensService } from '../../cards/authorizations/card-tokens.service.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import { SandboxLogger } from '../../sandbox-logger.js';

/** With the time that the bank takes to decide, still within a second. */
const POLL_MS = 500;
/** After a while without a request, only what was ordered long ago can become due. */
const REST_MS = 2_000;
const RESTS_AFTER_MS = 10_000;
const CLEAN_EVERY_MS = 600_000;

/**
 * Lets time pass on each app's clock. An order is decided within a second; what becomes due long after
 * the last request happens within two.
 */
@Injectable()
export class DuePollerJob implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;
  private stirredAt = performance.now();
  private cleanedAt = -Infinity;

  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly debits: DebitsService,
    private readonly tokens: CardTokensService,
    private readonly log: SandboxLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.pollWithin(POLL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** A request may have ordered what is due in a moment. */
  stir(): void {
    const rested = this.rests;
    this.stirredAt = performance.now();
    if (rested && !this.running) this.pollWithin(POLL_MS);
  }

  private get rests(): boolean {
    return performance.now() - this.stirredAt > RESTS_AFTER_MS;
  }

  private pollWithin(ms: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const running = this.poll().finally(() => {
        this.running = undefined;
        this.pollWithin(this.rests ? REST_MS : POLL_MS);
      });
      this.running = awaitedLater(running);
    }, ms);
  }

  private async poll(): Promise<void> {
    try {
      await this.authorizations.settleDue();
      await this.debits.settleDue();
      if (performance.now() - this.cleanedAt < CLEAN_EVERY_MS) return;
      await this.tokens.forgetStale();
      this.cleanedAt = performance.now();
    } catch (error) {
      this.log.error({ error }, 'what is due could not be done; trying again');
    }
  }
}
