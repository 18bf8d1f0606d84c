import { Body, Controller } from '@nestjs/common';
import { CreateScheduledPayoutRequest, PayoutResponse } from '@towpath/contracts/payment-link';
import {
  Caller,
  Idempotent,
  Operation,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { CreateScheduledPayout } from './create-scheduled-payout.use-case.js';

@Controller()
export class ScheduledPayoutController {
  constructor(private readonly createScheduledPayout: CreateScheduledPayout) {}

  @Operation('createScheduledPayout', { response: PayoutResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateScheduledPayoutRequest) call: IdempotentCall,
    @Body() body: CreateScheduledPayoutRequest,
  ): Promise<PreparedAnswer> {
    const { payment_details: details } = body;
    return this.createScheduledPayout.execute(customerAppId, call, {
      amount: body.amount,
      currency: body.currency,
      recipientAccountId: body.recipient_account.account_id,
      mandateId: details.mandate_id,
      scheduledDate: details.scheduled_date,
      description: details.description ?? null,
      metadata: body.metadata ?? null,
    });
  }
}
