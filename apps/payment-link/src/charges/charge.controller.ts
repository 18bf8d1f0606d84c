import { Body, Controller } from '@nestjs/common';
import { CreatePaymentRequest, PaymentResponse } from '@towpath/contracts';
import {
  Caller,
  Idempotent,
  Operation,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { CreatePayment } from './create-payment.use-case.js';
import type { ChargeOrder } from './start-charge.js';

@Controller()
export class ChargeController {
  constructor(private readonly createPayment: CreatePayment) {}

  @Operation('createPayment', { response: PaymentResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent() call: IdempotentCall,
    @Body() body: CreatePaymentRequest,
  ): Promise<PreparedAnswer> {
    return this.createPayment.execute(customerAppId, call, orderOf(body));
  }
}

/** No mandate is known to the cards' service: naming one names nothing. */
function orderOf(body: CreatePaymentRequest): ChargeOrder {
  const { payment_method_id: paymentMethodId, payment_details: details } = body;
  if (paymentMethodId === undefined) {
    throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
  }
  return {
    paymentMethodId,
    amount: body.amount,
    currency: body.currency,
    description: details.description ?? null,
    externalTransactionReference: details.external_transaction_reference ?? null,
    recurringPaymentMode: details.recurring_payment_mode ?? null,
    metadata: body.metadata ?? null,
  };
}
