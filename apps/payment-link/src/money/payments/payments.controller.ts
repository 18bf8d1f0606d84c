import { Body, Controller, Param, Query } from '@nestjs/common';
import { PageQuery } from '@towpath/contracts';
import {
  ListPaymentsQuery,
  ListPaymentsResponse,
  ListRefundsResponse,
  PaymentResponse,
  UpdatePaymentRequest,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { PaymentsReads } from './payments.reads.js';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly reads: PaymentsReads,
  ) {}

  @Operation('listPayments', { response: ListPaymentsResponse })
  list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListPaymentsQuery,
  ): Promise<ListPaymentsResponse> {
    return this.reads.list(customerAppId, query);
  }

  @Operation('getPayment', { response: PaymentResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
  ): Promise<PaymentResponse> {
    return this.reads.get(customerAppId, paymentId);
  }

  @Operation('updatePayment', { response: PaymentResponse })
  update(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
    @Body() { metadata }: UpdatePaymentRequest,
  ): Promise<PaymentResponse> {
    return this.payments.update(customerAppId, paymentId, metadata);
  }

  @Operation('listPaymentRefunds', { response: ListRefundsResponse })
  listRefunds(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
    @Query() query: PageQuery,
  ): Promise<ListRefundsResponse> {
    return this.reads.refundsOf(customerAppId, paymentId, query);
  }
}
