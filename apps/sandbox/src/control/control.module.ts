import { Module } from '@nestjs/common';
import { ClockController } from './clock/clock.controller.js';
import { AppClocks } from './clock/app-clocks.js';
import { DuePoller } from './clock/due-poller.js';
import { RunClock } from './clock/run-clock.use-case.js';
import { BaseModule } from '../base/base.module.js';
import { CardsModule } from '../cards/cards.module.js';
import { DebitsModule } from '../debits/debits.module.js';

/** Time: clocks of apps, and work that becomes due. */
@Module({
  imports: [BaseModule, CardsModule, DebitsModule],
  controllers: [ClockController],
  providers: [AppClocks, DuePoller, RunClock],
})
export class ControlModule {}
