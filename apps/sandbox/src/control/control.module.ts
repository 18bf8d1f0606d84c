import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { CardsModule } from '../cards/cards.module.js';
import { DebitsModule } from '../debits/debits.module.js';
import { AppClocksService } from './clock/app-clocks.service.js';
import { ClockController } from './clock/clock.controller.js';
import { DuePollerJob } from './clock/due-poller.job.js';

/** Time: clocks of apps, and work that becomes due. */
@Module({
  imports: [BaseModule, CardsModule, DebitsModule],
  controllers: [ClockController],
  providers: [AppClocksService, DuePollerJob],
})
export class ControlModule {}
