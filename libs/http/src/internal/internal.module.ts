import { Module } from '@nestjs/common';

import { ClockController } from './clock.controller.js';
import { HealthController } from './health.controller.js';
import { Quiescence } from './quiescence.js';

/** Routes that every service has: health, metrics, clock and quiescence. */
@Module({
  controllers: [HealthController, ClockController],
  providers: [Quiescence],
  exports: [Quiescence],
})
export class InternalModule {}
