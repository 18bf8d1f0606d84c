import { Body, Controller } from '@nestjs/common';
import { TestClockResponse, UpdateTestClockRequest } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { AdvanceClock } from './advance-clock.use-case.js';

/** Time in ms for a move: for its turn, and for as long as it is waited for. */
const MOVE_BUDGET_MS = 20_000;

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
    const { now, frozen, advancingTo } = await this.advanceClock.execute(input);
    const target = advancingTo ? { advancing_to: advancingTo.toISOString() } : {};
    return { now: now.toISOString(), frozen, ...target };
  }
}
