import { Body, Controller } from '@nestjs/common';
import { CreateScheduledPayoutRequest, PayoutResponse } from '@towpath/contracts/payment-link';
import { Caller, Idempotent, Operation, type IdempotentCall } from '@towpath/http';
import { ScheduledPayoutsService } from './scheduled-payouts.service.js';

@Controller()
export class ScheduledPayoutsController {
  constructor(private readonly payouts: ScheduledPayoutsService) {}

  @Operation('createScheduledPayout', { response: PayoutResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateScheduledPayoutRequest) call: IdempotentCall,
    @Body() body: CreateScheduledPayoutRequest,
  ) {
    return this.payouts.create(customerAppId, call, body);
  }
}
