import { Body, Controller, Query } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CustomerAppViews, DueJobRunner, Transactions } from '@towpath/persistence';

import { InternalRoute } from '../access/operation.decorator.js';
import { findPort } from '../app/ports.js';
import { ClockQuery, QuiescenceQuery, RunClockBody } from './clock.dto.js';
import { Quiescence } from './quiescence.js';

/** Routes by which the gateway moves a test app's clock in every service. */
@Controller()
export class ClockController {
  constructor(
    private readonly modules: ModuleRef,
    private readonly quiescence: Quiescence,
  ) {}

  /**
   * The next due instant of this service for the app, and the next instant at which the clock must
   * stop; work that is due before the latter may run together.
   */
  @InternalRoute('GET', '/internal/clock/next', { callers: ['gateway'] })
  async next(@Query() query: ClockQuery): Promise<NextDue> {
    const jobs = findPort(this.modules, DueJobRunner);
    const next = await jobs?.next(query.customer_app_id);
    return { next_due_at: next?.dueAt ?? null, next_stop_at: next?.stopAt ?? null };
  }

  /** Sets the clock, then runs the work that is due. */
  @InternalRoute('POST', '/internal/clock/run', { callers: ['gateway'] })
  async run(@Body() body: RunClockBody): Promise<{ handled: number }> {
    await this.takeOver(body);
    const jobs = findPort(this.modules, DueJobRunner);
    return { handled: (await jobs?.runFor(body.customer_app_id)) ?? 0 };
  }

  /** Work that is not finished: the gateway waits until every count is 0. */
  @InternalRoute('GET', '/internal/quiescence')
  quiet(@Query() query: QuiescenceQuery): Promise<Record<string, number>> {
    return this.quiescence.read(query.customer_app_id);
  }

  private async takeOver({ customer_app_id, offset_ms, frozen_at }: RunClockBody): Promise<void> {
    const views = findPort(this.modules, CustomerAppViews);
    const transactions = findPort(this.modules, Transactions);
    const clock = { offsetMs: offset_ms, frozenAt: frozen_at ? new Date(frozen_at) : null };
    await transactions?.asWorker(async (tx) => {
      await views?.setClock(tx, customer_app_id, clock);
    });
  }
}

interface NextDue {
  readonly next_due_at: Date | null;
  readonly next_stop_at: Date | null;
}
