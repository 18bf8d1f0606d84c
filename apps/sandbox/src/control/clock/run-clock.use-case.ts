import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { CallbackSender } from '../../base/callbacks/callback-sender.js';
import { SettleDueUseCase } from '../../cards/authorizations/settle-due.use-case.js';
import { SettleDueDebitsUseCase } from '../../debits/direct-debit/settle-due-debits.use-case.js';
import { AppClocksRepository, type AppClock } from './app-clocks.js';

/** Sets the clock of an app and does all that has become due by it, call-backs included. */
@Injectable()
export class RunClockUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly clocks: AppClocksRepository,
    private readonly settleDue: SettleDueUseCase,
    private readonly settleDueDebits: SettleDueDebitsUseCase,
    private readonly sender: CallbackSender,
  ) {}

  async execute(clock: AppClock): Promise<number> {
    await this.transactions.asWorker((tx) => this.clocks.set(tx, clock));
    const cards = await this.settleDue.execute(clock.customerAppId);
    const debits = await this.settleDueDebits.execute(clock.customerAppId);
    const sent = await this.sender.sendDue(clock.customerAppId);
    return cards + debits + sent;
  }
}
