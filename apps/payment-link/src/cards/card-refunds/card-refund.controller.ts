import { Body, Controller, Param } from '@nestjs/common';
import { CreateRefundRequest, RefundResponse } from '@towpath/contracts/payment-link';
import { Idempotent, Operation, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { CreateRefund } from './create-refund.use-case.js';

@Controller()
export class CardRefundController {
  constructor(private readonly createRefund: CreateRefund) {}

  @Operation('createRefund', { response: RefundResponse })
  create(
    @Idempotent(CreateRefundRequest) call: IdempotentCall,
    @Param('paymentId') paymentId: string,
    @Body() body: CreateRefundRequest,
  ): Promise<PreparedAnswer> {
    return this.createRefund.execute(call.request.customerAppId, call, {
      paymentId,
      amount: body.amount ?? null,
      reason: body.reason ?? null,
    });
  }
}
