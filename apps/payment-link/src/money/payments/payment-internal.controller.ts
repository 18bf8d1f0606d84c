import { Body, Controller } from '@nestjs/common';
import {
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
} from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { FindDisputedPayment } from './find-disputed-payment.query.js';

@Controller()
export class PaymentInternalController {
  constructor(private readonly findDisputedPayment: FindDisputedPayment) {}

  @InternalRoute('POST', '/internal/disputed_payments/find', {
    callers: ['dispute'],
    response: FindDisputedPaymentResponse,
  })
  find(@Body() body: FindDisputedPaymentRequest): Promise<FindDisputedPaymentResponse> {
    return this.findDisputedPayment.execute(body);
  }
}
