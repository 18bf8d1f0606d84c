import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { CardTokensRepository } from '../cards/persistence/card-tokens.repository.js';
import { SettleDueUseCase } from '../cards/settle-due.use-case.js';
import { SettleDueDebitsUseCase } from '../direct-debit/settle-due-debits.use-case.js';
import { SandboxLogger } from '../sandbox-logger.js';

/** With the time that the bank takes to decide, still within a second. */
const POLL_MS = 500;
const CLEAN_EVERY_POLLS = 1_200;

/** Lets time pass: what becomes due while nobody pushes a clock happens within a second. */
@Injectable()
export class DuePoller implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private polls = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly settleDue: SettleDueUseCase,
    private readonly settleDueDebits: SettleDueDebitsUseCase,
    private readonly tokens: CardTokensRepository,
    private readonly log: SandboxLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.poll().finally(() => (this.running = undefined));
    }, POLL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async poll(): Promise<void> {
    try {
      await this.settleDue.execute();
      await this.settleDueDebits.execute();
      if (this.polls % CLEAN_EVERY_POLLS === 0) {
        await this.transactions.asWorker((tx) => this.tokens.deleteStale(tx));
      }
      this.polls += 1;
    } catch (error) {
      this.log.error({ error }, 'what is due could not be done; trying again');
    }
  }
}
