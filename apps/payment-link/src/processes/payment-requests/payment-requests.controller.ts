import { Body, Controller } from '@nestjs/common';
import { CreatePaymentRequest, PaymentResponse } from '@towpath/contracts/payment-link';
import {
  Caller,
  Idempotent,
  Operation,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { PaymentRequestsService } from './payment-requests.service.js';

@Controller()
export class PaymentRequestsController {
  constructor(private readonly requests: PaymentRequestsService) {}

  @Operation('createPayment', { response: PaymentResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreatePaymentRequest) call: IdempotentCall,
    @Body() body: CreatePaymentRequest,
  ): Promise<PreparedAnswer> {
    return this.requests.create(customerAppId, call, body);
  }
}
