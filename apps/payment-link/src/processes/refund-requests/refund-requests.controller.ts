import { Body, Controller, Param } from '@nestjs/common';
import { CreateRefundRequest, RefundResponse } from '@towpath/contracts/payment-link';
import { Idempotent, Operation, type IdempotentCall } from '@towpath/http';
import { RefundRequestsService } from './refund-requests.service.js';

@Controller()
export class RefundRequestsController {
  constructor(private readonly refunds: RefundRequestsService) {}

  @Operation('createRefund', { response: RefundResponse })
  create(
    @Idempotent(CreateRefundRequest) call: IdempotentCall,
    @Param('paymentId') paymentId: string,
    @Body() body: CreateRefundRequest,
  ) {
    return this.refunds.create(call, paymentId, body);
  }
}
