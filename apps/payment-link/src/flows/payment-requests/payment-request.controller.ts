import { Body, Controller } from '@nestjs/common';
import { CreatePaymentRequest, PaymentResponse } from '@towpath/contracts/payment-link';
import {
  Caller,
  Idempotent,
  Operation,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { CreatePayment } from './create-payment.use-case.js';
import type { NamedMandate } from '../../debit/mandate-payments/mandate-payments.service.js';
import type { ChargeOrder } from '../../cards/charges/charges.service.js';

@Controller()
export class PaymentRequestController {
  constructor(private readonly createPayment: CreatePayment) {}

  @Operation('createPayment', { response: PaymentResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreatePaymentRequest) call: IdempotentCall,
    @Body() body: CreatePaymentRequest,
  ): Promise<PreparedAnswer> {
    return this.createPayment.execute(customerAppId, call, orderOf(body));
  }
}

function orderOf(body: CreatePaymentRequest): ChargeOrder & { readonly method: NamedMandate } {
  const { payment_method_id: paymentMethodId, payment_details: details } = body;
  return {
    method:
      paymentMethodId === undefined ? { mandateId: details.mandate_id ?? '' } : { paymentMethodId },
    amount: body.amount,
    currency: body.currency,
    description: details.description ?? null,
    externalTransactionReference: details.external_transaction_reference ?? null,
    transactionReferenceId: details.transaction_reference_id ?? null,
    recurringPaymentMode: details.recurring_payment_mode ?? null,
    metadata: body.metadata ?? null,
  };
}
