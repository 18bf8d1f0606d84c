import { Injectable } from '@nestjs/common';

import { CallbackSender } from '../../base/callbacks/callback-sender.js';
import { SettleDue } from '../../cards/authorizations/settle-due.use-case.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import { AppClocks, type AppClock } from './app-clocks.js';

/** Sets the clock of an app and does all that has become due by it, call-backs included. */
@Injectable()
export class RunClock {
  constructor(
    private readonly clocks: AppClocks,
    private readonly settleDue: SettleDue,
    private readonly debits: DebitsService,
    private readonly sender: CallbackSender,
  ) {}

  async execute(clock: AppClock): Promise<number> {
    await this.clocks.set(clock);
    const cards = await this.settleDue.execute(clock.customerAppId);
    const debits = await this.debits.settleDue(clock.customerAppId);
    const sent = await this.sender.sendDue(clock.customerAppId);
    return cards + debits + sent;
  }
}
