import { Body, Controller } from '@nestjs/common';
import { TestClockResponse, UpdateTestClockRequest } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { AdvanceClock } from './advance-clock.use-case.js';

/** Time in ms for a move, which stops at every due instant of every service. */
const MOVE_BUDGET_MS = 60_000;

@Controller()
export class ClockController {
  constructor(private readonly advanceClock: AdvanceClock) {}

  @Operation('getTestClock', { response: TestClockResponse })
  get(@Caller() { customerAppId }: Caller): Promise<TestClockResponse> {
    return this.move({ customerAppId, advanceSeconds: 0, frozen: undefined });
  }

  @Operation('updateTestClock', { response: TestClockResponse, budgetMs: MOVE_BUDGET_MS })
  update(
    @Caller() { customerAppId }: Caller,
    @Body() { advance_seconds: advanceSeconds = 0, frozen }: UpdateTestClockRequest,
  ): Promise<TestClockResponse> {
    return this.move({ customerAppId, advanceSeconds, frozen });
  }

  private async move(input: Parameters<AdvanceClock['execute']>[0]): Promise<TestClockResponse> {
    const { now, frozen } = await this.advanceClock.execute(input);
    return { now: now.toISOString(), frozen };
  }
}
