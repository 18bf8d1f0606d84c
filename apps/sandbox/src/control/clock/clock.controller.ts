import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { IsInt, IsISO8601, IsOptional, Matches } from 'class-validator';

import { Access } from '../../base/http/route-access.js';
import { AppClocksRepository } from './app-clocks.js';
import { RunClockUseCase } from './run-clock.use-case.js';

const APP = /^[A-Za-z0-9_-]{1,64}$/;
const NAMES_AN_APP = { message: '$property must name a customer app' };

export class NextDueQueryDto {
  @Matches(APP, NAMES_AN_APP)
  customer_app_id: string;
}

export class QuiescenceQueryDto {
  @IsOptional()
  @Matches(APP, NAMES_AN_APP)
  customer_app_id?: string;
}

export class RunClockDto {
  @Matches(APP, NAMES_AN_APP)
  customer_app_id: string;

  @IsInt()
  offset_ms: number;

  @IsOptional()
  @IsISO8601({ strict: true })
  frozen_at?: string | null;
}

/** The route by which the gateway moves the clock of an app in the sandbox, as in every service. */
@Access('internal')
@Controller('internal')
export class ClockController {
  constructor(
    private readonly transactions: Transactions,
    private readonly clocks: AppClocksRepository,
    private readonly runClock: RunClockUseCase,
  ) {}

  @Get('clock/next')
  async next(@Query() { customer_app_id }: NextDueQueryDto) {
    const due = await this.transactions.asWorker((tx) => this.clocks.nextDue(tx, customer_app_id));
    return { next_due_at: due };
  }

  @Post('clock/run')
  @HttpCode(200)
  async run(@Body() body: RunClockDto) {
    const handled = await this.runClock.execute({
      customerAppId: body.customer_app_id,
      offsetMs: body.offset_ms,
      frozenAt: body.frozen_at ? new Date(body.frozen_at) : null,
    });
    return { handled };
  }

  @Get('quiescence')
  quiescence(@Query() { customer_app_id }: QuiescenceQueryDto) {
    return this.transactions.asWorker((tx) => this.clocks.unsent(tx, customer_app_id));
  }
}
