import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { field } from '@towpath/contracts';

import { MomentField, ReferenceField } from '../../base/http/fields.js';
import { Access } from '../../base/http/access.guard.js';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { AppClocksService } from './app-clocks.service.js';

class AppQueryDto {
  @ReferenceField() customer_app_id: string;
}

class QuiescenceQueryDto {
  @ReferenceField({ optional: true }) customer_app_id?: string;
}

class RunClockDto extends AppQueryDto {
  @field.integer() offset_ms: number;
  @MomentField({ optional: true }) frozen_at?: string;
}

/** The route by which the gateway moves the clock of an app in the sandbox, as in every service. */
@Access('internal')
@Controller('internal')
export class ClockController {
  constructor(
    private readonly clocks: AppClocksService,
    private readonly callbacks: CallbacksService,
  ) {}

  @Get('clock/next')
  async next(@Query() { customer_app_id }: AppQueryDto) {
    return { next_due_at: await this.clocks.nextDue(customer_app_id) };
  }

  @Post('clock/run')
  @HttpCode(200)
  async run(@Body() body: RunClockDto) {
    const handled = await this.clocks.run({
      customerAppId: body.customer_app_id,
      offsetMs: body.offset_ms,
      frozenAt: body.frozen_at ? new Date(body.frozen_at) : null,
    });
    return { handled };
  }

  @Get('quiescence')
  quiescence(@Query() { customer_app_id }: QuiescenceQueryDto) {
    return this.callbacks.unsent(customer_app_id);
  }
}
