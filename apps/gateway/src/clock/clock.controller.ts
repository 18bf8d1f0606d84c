import { Body, Controller } from '@nestjs/common';
import { TestClockResponse, UpdateTestClockRequest } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { ClockService } from './clock.service.js';

/** Time in ms for a move: for its turn, and for as long as it is waited for. */
const MOVE_BUDGET_MS = 20_000;

@Controller()
export class ClockController {
  constructor(private readonly clock: ClockService) {}

  @Operation('getTestClock', { response: TestClockResponse })
  get(@Caller() { customerAppId }: Caller) {
    return this.clock.get(customerAppId);
  }

  @Operation('updateTestClock', { response: TestClockResponse, budgetMs: MOVE_BUDGET_MS })
  update(
    @Caller() { customerAppId }: Caller,
    @Body() { advance_seconds: advanceSeconds = 0, frozen }: UpdateTestClockRequest,
  ) {
    return this.clock.change(customerAppId, { advanceSeconds, frozen });
  }
}
