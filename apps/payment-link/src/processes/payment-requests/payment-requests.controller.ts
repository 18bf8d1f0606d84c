import { Body, Controller } from '@nestjs/common';
import { CreatePaymentRequest, PaymentResponse } from '@towpath/contracts/payment-link';
import { Caller, Idempotent, Operation, type IdempotentCall } from '@towpath/http';
import { PaymentRequestsService } from './payment-requests.service.js';

@Controller()
export class PaymentRequestsController {
  constructor(private readonly requests: PaymentRequestsService) {}

  @Operation('createPayment', { response: PaymentResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreatePaymentRequest) call: IdempotentCall,
    @Body() body: CreatePaymentRequest,
  ) {
    return this.requests.create(customerAppId, call, body);
  }
}
